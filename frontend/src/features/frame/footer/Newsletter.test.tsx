import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toasts } from "../../../lib/toasts";
import { answer, http, posted, server } from "../../../test/server";
import { Newsletter } from "./Footer";

const PATH = "/api/subscriptions/subscribeToNewsletter";
const serve = (status: number, message: string) =>
  server.use(http.post(PATH, ({ response }) => response.untyped(answer({ message }, status))));

it("an empty field does nothing (spec §5)", async () => {
  render(<Newsletter />);
  await userEvent.click(screen.getByRole("button", { name: "Sign up" }));
  expect(posted(PATH)).toEqual([]);
});

it("shows the answer with Ok and clears the field", async () => {
  serve(200, "Please confirm your address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Newsletter")).toHaveValue(""));
  expect(toasts.get().at(-1)).toMatchObject({ text: "Please confirm your address.", action: "Ok" });
});

it("a failure keeps what was typed", async () => {
  serve(422, "That is not an address.");
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example{Enter}");
  const toast = { text: "That is not an address.", kind: "error" };
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject(toast));
  expect(screen.getByLabelText("Newsletter")).toHaveValue("a@b.example");
});

it("requests once, however often the button is pressed meanwhile", async () => {
  let end: (value: Response) => void = () => undefined;
  const held = new Promise<Response>((resolve) => (end = resolve));
  server.use(http.post(PATH, async ({ response }) => response.untyped(await held)));
  render(<Newsletter />);
  await userEvent.type(screen.getByLabelText("Newsletter"), "a@b.example");
  const button = screen.getByRole("button", { name: "Sign up" });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  await waitFor(() => expect(posted(PATH)).toHaveLength(1));
  end(answer({ message: "Please confirm your address." }));
  await waitFor(() => expect(button).toHaveAttribute("aria-busy", "false"));
});
