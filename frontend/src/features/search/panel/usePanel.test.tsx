import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toasts } from "../../../lib/toasts";
import { matchMedia, showAt } from "../../../test/render";
import { answer, http, server } from "../../../test/server";
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

it("reports that the filters cannot be loaded, and tries again", async () => {
  matchMedia();
  const away = http.get("/api/filters", ({ response }) => response.untyped(answer({}, 503)), { once: true });
  server.use(away);
  showAt("/", <Toggle />);
  await userEvent.click(button());
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toContain("The filters cannot be loaded, try again"),
  );
  expect(button()).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button());
  await waitFor(() => expect(button()).toHaveAttribute("aria-expanded", "true"));
});
