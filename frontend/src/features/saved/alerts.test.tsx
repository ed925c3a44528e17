import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hitOf } from "../../test/fixtures";
import type { OwnAlert, OwnAlerts } from "../../lib/api/schema";
import { http, server } from "../../test/server";
import { toasts } from "../../lib/toasts";
import { alertToken } from "../../lib/visitor/kept";
import { showAt } from "../../test/render";
import FavouritesPage from "./FavouritesPage";

function alertOf(id: number, changes: Partial<OwnAlert> = {}): OwnAlert {
  return {
    id,
    kind: "drop",
    name: `Linen dress ${id}`,
    store: "Karoo",
    path: `/product/${id}`,
    anywhere: false,
    amount: null,
    percent: null,
    size: null,
    currency: "ZAR",
    confirmed: true,
    snoozedUntil: null,
    met: null,
    ...changes,
  };
}

/** The server of one address's alerts; returns what it was sent. */
function serve(alerts: OwnAlert[], refused = false): unknown[] {
  let own: OwnAlerts = { email: "thandi@example.org", digest: "at once", refused, alerts };
  const sent: unknown[] = [];
  const keep = async (request: Request, change: (body: Record<string, unknown>) => Partial<OwnAlerts>) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push(body);
    own = { ...own, ...change(body) };
  };
  server.use(
    http.get("/api/products", ({ response }) => response(200).json({ hits: [hitOf(2)] })),
    http.post("/api/priceAlerts/list", async ({ request, response }) => {
      await keep(request, () => ({}));
      return response(200).json(own);
    }),
    http.post("/api/priceAlerts/confirm", async ({ request, response }) => {
      await keep(request, () => ({ alerts: own.alerts.map((one) => ({ ...one, confirmed: true })) }));
      return response(200).json(own);
    }),
    http.post("/api/priceAlerts/change", async ({ request, response }) => {
      await keep(request, (body) => ({
        ...(typeof body.digest === "string" && { digest: body.digest as OwnAlerts["digest"] }),
        alerts: own.alerts.map((one) => {
          if (one.id !== body.id) return one;
          return body.snooze === undefined
            ? { ...one, amount: Number(body.amount), met: true }
            : { ...one, snoozedUntil: body.snooze === 0 ? null : "2026-12-29T08:00:00+00:00" };
        }),
      }));
      return response(200).json(own);
    }),
    http.post("/api/priceAlerts/remove", async ({ request, response }) => {
      await keep(request, (body) => ({
        alerts: body.id === undefined ? [] : own.alerts.filter(({ id }) => id !== body.id),
      }));
      return response(200).json(own);
    }),
  );
  return sent;
}

const show = (address = "/favourites#alerts=of-a-mail") =>
  showAt(
    address,
    <main>
      <FavouritesPage />
    </main>,
  );

const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

beforeEach(() => alertToken.set(null));

it("the mail's link shows what waits, and confirms it", async () => {
  const sent = serve([
    alertOf(2, { confirmed: false, kind: "below", amount: 450, met: null }),
    alertOf(1, { kind: "stock", met: true }),
  ]);
  show();
  expect(await screen.findByRole("tab", { name: "Alerts", selected: true })).toBeInTheDocument();
  expect(await screen.findByText("2 alerts for thandi@example.org")).toBeInTheDocument();
  expect(rows()[0]).toContain("waits for your confirmation");
  expect(rows()[1]).toContain("Back in stockin stock now");
  expect(screen.getByRole("link", { name: "Linen dress 2" })).toHaveAttribute("href", "/product/2");
  await userEvent.click(screen.getByRole("button", { name: "Yes, send me the 1 that wait" }));
  expect(screen.queryByText("waits for your confirmation")).toBeNull();
  expect(sent.at(-1)).toEqual({ token: "of-a-mail" });
  expect(await screen.findByText(/^R.899 now$/)).toBeInTheDocument();
  expect(alertToken.get()).toBe("of-a-mail");
  expect(window.location.href).toMatch(/\/favourites\?tab=alerts$/); // the secret stands there no more
});

it("an amount and the number of mails can be changed, each alert deleted, and all", async () => {
  const sent = serve([alertOf(2, { kind: "below", amount: 450, met: false }), alertOf(1)]);
  show();
  const field = await screen.findByRole("textbox", { name: /Linen dress 2/ });
  await userEvent.clear(field);
  await userEvent.type(field, "much{Enter}");
  expect(field).toBeInvalid();
  expect(sent).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.type(field, "R 500,00{Enter}");
  expect(await screen.findByText("below it now")).toBeInTheDocument();
  expect(sent.at(-1)).toEqual({ token: "of-a-mail", id: 2, amount: 500 });
  await userEvent.selectOptions(screen.getByLabelText("Mails come"), "once a week, on Mondays");
  expect(sent.at(-1)).toEqual({ token: "of-a-mail", digest: "weekly" });
  const [, second] = screen.getAllByRole("listitem");
  await userEvent.click(within(second!).getByRole("button", { name: /^Delete/ }));
  expect(await screen.findByText("1 alert for thandi@example.org")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Delete all alerts" }));
  expect(await screen.findByText("There are none.")).toBeInTheDocument();
  expect(toasts.get().at(-1)?.text).toBe("Your alerts and your address are deleted");
  expect(alertToken.get()).toBeNull();
});

it("an alert is snoozed for a month, and woken", async () => {
  const sent = serve([alertOf(1)]);
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Snooze for 30 days/ }));
  expect(await screen.findByText("no mail before 29 Dec")).toBeInTheDocument();
  expect(sent.at(-1)).toEqual({ token: "of-a-mail", id: 1, snooze: 30 });
  await userEvent.click(screen.getByRole("button", { name: /^Wake/ }));
  await waitFor(() => expect(screen.queryByText(/no mail before/)).toBeNull());
  expect(sent.at(-1)).toEqual({ token: "of-a-mail", id: 1, snooze: 0 });
});

it("who has an address that takes no mails gets a note", async () => {
  serve([alertOf(1)], true);
  show();
  expect(await screen.findByText(/has refused our mails/)).toBeInTheDocument();
});

it("a link that is forgotten stands neither in the address nor on the page", async () => {
  serve([alertOf(1)]);
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Forget them in this browser" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Favourites" })).toBeInTheDocument();
  expect(window.location.hash).toBe("");
  expect(alertToken.get()).toBeNull();
});

it("a link whose alerts were deleted reports it", async () => {
  server.use(
    http.post("/api/priceAlerts/list", ({ response }) =>
      response.untyped(new Response("{}", { status: 404 })),
    ),
  );
  show();
  expect(await screen.findByText("There are no alerts of this link any more.")).toBeInTheDocument();
  await waitFor(() => expect(alertToken.get()).toBeNull());
});

it("the browser that has opened the link once lists them in a tab of the favourites", async () => {
  serve([alertOf(1)]);
  alertToken.set("of-a-mail");
  show("/favourites");
  await userEvent.click(await screen.findByRole("tab", { name: "Alerts" }));
  expect(await screen.findByRole("heading", { level: 2, name: "Your alerts" })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: "Forget them in this browser" }));
  expect(screen.queryByRole("heading", { name: "Your alerts" })).toBeNull();
});
