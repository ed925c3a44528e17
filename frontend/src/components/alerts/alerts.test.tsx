import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, posted, server } from "../../test/server";
import { alertToken } from "../../lib/visitor/kept";
import { resetSession } from "../../lib/visitor/session";
import { AlertButton } from "./AlertButton";
import type { AlertAbout } from "./values";

const DRESS: AlertAbout = {
  productId: 7,
  name: "Linen dress",
  price: 899,
  storePrice: null,
  soldOut: false,
  isElsewhere: false,
  sizes: [],
};

beforeEach(() => {
  alertToken.set(null);
  resetSession();
  const message = "Please confirm by the mail that we send you.";
  server.use(
    http.post("/api/priceAlerts", ({ response }) => response(200).json({ message, confirmed: false })),
  );
});

const sent = () => posted("/api/priceAlerts");

async function open(about: AlertAbout = DRESS) {
  render(<AlertButton about={about} />);
  await userEvent.click(screen.getByRole("button"));
  return screen.findByRole("dialog");
}

async function fill(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("a price below an amount is requested, a tenth below the present one unless another is given", async () => {
  await open();
  expect(screen.getByLabelText("Amount in ZAR")).toHaveValue("809");
  await fill("Amount in ZAR", "R 1 299,50");
  await fill("Your e-mail address", " thandi@example.org ");
  await userEvent.selectOptions(screen.getByLabelText("Mails come"), "at most once a day, in the morning");
  await press("Set alert");
  const status = await screen.findByRole("status");
  expect(status).toHaveTextContent("Please confirm by the mail");
  expect(status).toHaveTextContent(/A price below R\s?1,299.50, to thandi@example.org$/);
  expect(status).toHaveFocus();
  expect(sent()).toEqual([
    {
      productId: 7,
      kind: "below",
      amount: 1299.5,
      email: "thandi@example.org",
      digest: "daily",
      currency: "ZAR",
      countryCode: "",
    },
  ]);
  await press("Ok");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("an amount that is none is reported, and nothing is sent", async () => {
  await open();
  await fill("Amount in ZAR", "cheap");
  expect(screen.getByText("An amount above 0, such as 499")).toBeInTheDocument();
  await press("Set alert");
  await userEvent.click(screen.getByLabelText("When the price falls"));
  expect(screen.queryByText("An amount above 0, such as 499")).toBeNull();
  await press("Set alert");
  await screen.findByRole("status");
  expect(sent()).toEqual([expect.objectContaining({ kind: "drop", productId: 7 })]);
  expect(sent()[0]).not.toHaveProperty("amount");
});

it("a size is waited for by itself, at its own price", async () => {
  await open({
    ...DRESS,
    sizes: [
      { size: "34", soldOut: true, price: null },
      { size: "36", soldOut: false, price: 1000 },
    ],
  });
  await userEvent.selectOptions(screen.getByLabelText("Size"), "36");
  expect(screen.getByLabelText("Amount in ZAR")).toHaveValue("900");
  await userEvent.selectOptions(screen.getByLabelText("Size"), "34, sold out");
  expect(screen.getByLabelText("When it is back in stock")).toBeChecked();
  await fill("Your e-mail address", "thandi@example.org");
  await press("Set alert");
  expect(await screen.findByRole("status")).toHaveTextContent("Back in stock, in size 34, to thandi");
  expect(sent()).toEqual([expect.objectContaining({ kind: "stock", size: "34" })]);
});

const SEARCH: AlertAbout = { search: "?q=linen", name: "linen" };
const rise = () => userEvent.selectOptions(screen.getByLabelText("By how much it rises"), "by 20 % or more");
const anywhere = () => userEvent.click(screen.getByLabelText("At any store that sells it"));
const amount = () => fill("Amount in ZAR", "500");
const nothing = () => Promise.resolve();
it.each([
  [DRESS, rise, "A rise of the price by 20 % or more", { kind: "rise", percent: 20 }],
  [
    { ...DRESS, soldOut: true, isElsewhere: true },
    anywhere,
    /A price below R\s?809 at any store/,
    { kind: "below", amount: 809, anywhere: true },
  ],
  [
    SEARCH,
    amount,
    /Anything below R\s?500 in this search/,
    { kind: "under", amount: 500, search: "?q=linen" },
  ],
  [SEARCH, nothing, "New in this search", { kind: "search", search: "?q=linen", name: "linen" }],
])("of %j a choice alone is enough: %o, %s", async (about, choose, words, alert) => {
  await open(about);
  await choose();
  await press("Set alert");
  expect(await screen.findByRole("status")).toHaveTextContent(words);
  expect(sent()).toEqual([expect.objectContaining(alert)]);
});

it("who has opened a mail's link needs no address, until the link is no longer known", async () => {
  server.use(
    http.post("/api/priceAlerts", ({ response }) => {
      const error = { code: 404, status: "Not Found", message: "This link is not known", errors: {} };
      return response.untyped(new Response(JSON.stringify(error), { status: 404 }));
    }),
  );
  alertToken.set("of-a-mail");
  await open();
  expect(screen.queryByLabelText("Your e-mail address")).toBeNull();
  await press("Set alert");
  expect(await screen.findByRole("alert")).toHaveTextContent("This link is not known");
  expect(sent()).toEqual([expect.objectContaining({ token: "of-a-mail" })]);
  expect(sent()[0]).not.toHaveProperty("email");
  expect(alertToken.get()).toBeNull();
  expect(screen.getByLabelText("Your e-mail address")).toBeInTheDocument();
});
