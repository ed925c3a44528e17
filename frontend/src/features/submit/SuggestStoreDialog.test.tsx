import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { answerCalls } from "../../test/render";
import SuggestStoreDialog from "./SuggestStoreDialog";

const answer = (status: number, body: unknown) => answerCalls(() => Response.json(body, { status }));

/** Puts an address in at once: letter by letter each redraws the dialog, which takes seconds under load. */
async function enter(address: string): Promise<void> {
  const field = screen.getByLabelText("Website");
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(address);
}

it("Submit waits for a valid address", async () => {
  render(<SuggestStoreDialog onClose={() => undefined} />);
  const submit = screen.getByRole("button", { name: "Submit" });
  expect(submit).toBeDisabled();
  await enter("www.karoo.example");
  await userEvent.tab();
  expect(await screen.findByText("Please enter a valid URL")).toBeInTheDocument();
  expect(submit).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Use https://www.karoo.example/" }));
  expect(screen.getByLabelText("Website")).toHaveValue("https://www.karoo.example/");
  expect(submit).toBeEnabled();
  await enter("nonsense");
  await userEvent.tab();
  expect(await screen.findByText("Please enter a valid URL")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Use / })).toBeNull();
  await enter("https://karoo.example");
  await waitFor(() => expect(submit).toBeEnabled());
});

it("a success thanks and closes with Ok", async () => {
  const calls = answer(200, { message: "ok" });
  const onClose = vi.fn();
  render(<SuggestStoreDialog onClose={onClose} />);
  await enter("https://karoo.example");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Thanks for your submission!")).toBeInTheDocument();
  expect(screen.getByText("We will provide feedback as soon as possible.")).toBeInTheDocument();
  expect(calls.map(([, body]) => body)).toEqual([{ website: "https://karoo.example" }]);
  await userEvent.click(screen.getByRole("button", { name: "Ok" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it("a failure shows the server's message and keeps the form", async () => {
  answer(409, { code: 409, message: "This site has been suggested already." });
  render(<SuggestStoreDialog onClose={() => undefined} />);
  await enter("https://karoo.example");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("This site has been suggested already.")).toBeInTheDocument();
  expect(screen.getByLabelText("Website")).toHaveValue("https://karoo.example");
});
