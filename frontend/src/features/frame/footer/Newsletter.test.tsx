import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { toasts } from "../../../lib/toasts";
import { answerCalls } from "../../../test/render";
import { Newsletter } from "./Footer";

afterEach(() => void vi.unstubAllGlobals());

const answer = (status: number, message: string) => answerCalls(() => Response.json({ message }, { status }));

it("an empty field does nothing (spec §5)", async () => {
  const calls = answer(200, "never");
  render(<Newsletter />);
  await userEvent.click(screen.getByRole("button", { name: "Sign up" }));
  expect(calls).toEqual([]);
});

it("shows the answer with Ok and clears the field", async () => {
  answer(200, "Please confirm your address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example{Enter}");
  expect(toasts.get().at(-1)).toMatchObject({ text: "Please confirm your address.", action: "Ok" });
  expect(screen.getByLabelText("Newsletter")).toHaveValue("");
});

it("a failure keeps what was typed", async () => {
  answer(422, "That is not an address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example{Enter}");
  expect(toasts.get().at(-1)).toMatchObject({ text: "That is not an address.", kind: "error" });
  expect(screen.getByLabelText("Newsletter")).toHaveValue("a@b.example");
});

it("requests once, however often the button is pressed meanwhile", async () => {
  const calls = answerCalls(() => new Promise(() => undefined));
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example");
  const button = screen.getByRole("button", { name: "Sign up" });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(calls).toHaveLength(1);
});
