import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { currentToasts } from "../../../lib/toasts";
import { Newsletter } from "./Footer";

function answer(status: number, message: string) {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(
      new Response(JSON.stringify({ message }), { status, headers: { "Content-Type": "application/json" } }),
    ),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

it("an empty field does nothing (spec §5)", async () => {
  const fetch = answer(200, "never");
  render(<Newsletter />);
  await userEvent.click(screen.getByRole("button", { name: "Sign up" }));
  expect(fetch).not.toHaveBeenCalled();
});

it("shows the answer with Ok and clears the field", async () => {
  answer(200, "Please confirm your address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example{Enter}");
  expect(currentToasts().at(-1)).toMatchObject({ text: "Please confirm your address.", action: "Ok" });
  expect(screen.getByLabelText("Newsletter")).toHaveValue("");
});

it("a failure keeps what was typed", async () => {
  answer(422, "That is not an address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example{Enter}");
  expect(currentToasts().at(-1)).toMatchObject({ text: "That is not an address.", kind: "error" });
  expect(screen.getByLabelText("Newsletter")).toHaveValue("a@b.example");
});

it("asks once, however often the button is pressed meanwhile", async () => {
  const fetch = answer(200, "Please confirm your address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example");
  const button = screen.getByRole("button", { name: "Sign up" });
  fetch.mockReturnValue(new Promise(() => undefined));
  await userEvent.click(button);
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(fetch).toHaveBeenCalledOnce();
});
