import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toasts } from "../../../lib/toasts";
import { answerCalls, matchMedia, showAt } from "../../../test/render";
import { FILTER_DATA } from "../../../test/fixtures";
import { usePanel } from "./usePanel";

function Toggle() {
  const panel = usePanel();
  return (
    <button type="button" aria-expanded={panel.open} data-full={panel.phone} onClick={panel.toggle}>
      Filters
    </button>
  );
}

const button = () => screen.getByRole("button", { name: "Filters" });
afterEach(() => void vi.unstubAllGlobals());

it("reports that the filters cannot be loaded, and tries again", async () => {
  matchMedia();
  let answers = false;
  answerCalls(() => (answers ? FILTER_DATA : new Response("{}", { status: 503 })));
  showAt("/", <Toggle />);
  await userEvent.click(button());
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toContain("The filters cannot be loaded, try again"),
  );
  expect(button()).toHaveAttribute("aria-expanded", "false");
  answers = true;
  await userEvent.click(button());
  await waitFor(() => expect(button()).toHaveAttribute("aria-expanded", "true"));
});
