import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { answer, http, server } from "../../../test/server";
import SuggestStoreDialog from "./SuggestStoreDialog";

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

it("a failure shows the server's message and keeps the form", async () => {
  const refusal = answer({ code: 409, message: "This site has been suggested already." }, 409);
  server.use(http.post("/api/brands/submit", ({ response }) => response.untyped(refusal)));
  render(<SuggestStoreDialog onClose={() => undefined} />);
  await enter("https://karoo.example");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("This site has been suggested already.")).toBeInTheDocument();
  expect(screen.getByLabelText("Website")).toHaveValue("https://karoo.example");
});
