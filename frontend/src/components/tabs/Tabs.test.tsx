import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Tabs } from "./Tabs";

const TABS = [
  { id: "products", label: "Products" },
  { id: "alerts", label: "Alerts" },
] as const;

it("a press on the tab that is open changes nothing, another and the arrows open theirs", async () => {
  const opened = vi.fn();
  render(
    <Tabs label="Kept" tabs={TABS} current="products" onChange={opened}>
      Seven
    </Tabs>,
  );
  await userEvent.click(screen.getByRole("tab", { name: "Products" }));
  expect(opened).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("tab", { name: "Alerts" }));
  screen.getByRole("tab", { name: "Products" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(opened.mock.calls).toEqual([["alerts"], ["alerts"]]);
  expect(screen.getByRole("tab", { name: "Alerts" })).toHaveFocus();
});
