import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import type { ColorDecisionInput, Doubt } from "../../lib/api/schema";
import { http, server } from "../../test/server";
import ReviewPage from "./ReviewPage";

const COLORS = [
  { id: 1, slug: "white", name: "White", swatch: "#FFFFFF" },
  { id: 4, slug: "red", name: "Red", swatch: "#C8102E" },
  { id: 6, slug: "blue", name: "Blue", swatch: "#1F5FBF" },
];

function doubtOf(productId: number, name: string): Doubt {
  return {
    productId,
    name,
    brand: "Karoo Cotton",
    href: null,
    image: "/media/a.webp",
    colorIds: [6],
    confidence: 0.41,
    reason: "Words: no colour. Picture: Blue (blue 51%).",
    alternatives: [
      { colorId: 6, chance: 0.51 },
      { colorId: 4, chance: 0.3 },
    ],
    clicks: 12,
  };
}

let sent: ColorDecisionInput[];
let undone: number[];

beforeEach(() => {
  sent = [];
  undone = [];
  server.use(
    http.get("/api/colors", ({ response }) => response(200).json(COLORS)),
    http.get("/api/review", ({ response }) =>
      response(200).json({
        items: [doubtOf(1, "Wrap dress"), doubtOf(2, "Beach hat")].filter(
          ({ productId }) => !sent.some((decision) => decision.productId === productId),
        ),
        accuracy: [{ week: "2026-11-23", classifier: "pixels 1", decided: 20, right: 17, expected: 0.8 }],
      }),
    ),
    http.post("/api/review", async ({ request, response }) => {
      sent.push(await request.json());
      return response(200).json({ id: sent.length, message: "Decided" });
    }),
    http.post("/api/review/undo", async ({ request, response }) => {
      undone.push(Number((await request.json()).id));
      return response(200).text("Undone");
    }),
  );
  render(
    <MemoryRouter>
      <ReviewPage />
    </MemoryRouter>,
  );
});

const shown = (name: string) => screen.findByRole("article", { name });

it("decides with one key: a digit for a likely colour, a letter for any, 0 for none", async () => {
  await shown("Wrap dress");
  await userEvent.keyboard("2");
  await shown("Beach hat");
  await userEvent.keyboard("a");
  await screen.findByText("Nothing is in doubt.");
  expect(sent).toEqual([
    { productId: 1, colorId: 4 },
    { productId: 2, colorId: 1 },
  ]);
});

it("takes a decision back, and shows its product again", async () => {
  await shown("Wrap dress");
  await userEvent.keyboard("0");
  await shown("Beach hat");
  await userEvent.keyboard("u");
  await shown("Wrap dress");
  expect(sent).toEqual([{ productId: 1, colorId: null }]);
  expect(undone).toEqual([1]);
});

it("shows why it is in doubt, and how right the classifiers were", async () => {
  await shown("Wrap dress");
  expect(screen.getByText(/^Words: no colour/)).toBeVisible();
  expect(screen.getByRole("row", { name: "2026-11-23 pixels 1 20 85 % 80 %" })).toBeVisible();
});

it("leaves the keys alone where they are switched off", async () => {
  await shown("Wrap dress");
  await userEvent.click(screen.getByRole("checkbox", { name: "Single keys decide" }));
  await userEvent.keyboard("1");
  await userEvent.click(screen.getByRole("button", { name: "Red" }));
  await waitFor(() => expect(sent).toEqual([{ productId: 1, colorId: 4 }]));
});
