import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { loadFilters } from "../../lib/api/catalogue";
import { toasts } from "../../lib/toasts";
import { FILTER_DATA, filterOf, hitOf, optionOf } from "../../test/fixtures";
import { http, posted, server } from "../../test/server";
import { TileEditor } from "./TileEditor";

const IDS = [
  filterOf("category", { options: [optionOf("women/dresses", "Dresses", { id: 2 })] }),
  filterOf("colour", {
    options: [optionOf("blue", "Blue", { id: 5 }), optionOf("burgundy", "Burgundy", { id: 6 })],
  }),
];
const PRODUCT = { productId: 1, brandId: 3, groupKey: "g-1" };

const saved = () => posted("/api/images/save");

beforeEach(async () => {
  server.use(
    http.get("/api/filters", ({ response }) => response(200).json({ ...FILTER_DATA, filters: IDS })),
    http.post("/api/images/save", ({ response }) => response(200).text("Saved")),
  );
  await loadFilters();
  render(<TileEditor hit={hitOf(1)} />);
});

const press = (name: string) =>
  userEvent.click(screen.getByRole(name === "Save" ? "button" : "checkbox", { name }));

it("a category and a colour are saved by themselves, at once", async () => {
  expect(screen.getByLabelText("Category")).toHaveDisplayValue("– Dresses");
  const colour = screen.getByLabelText("Colour");
  await userEvent.hover(colour); // its options come with the first use
  await userEvent.selectOptions(colour, "Burgundy");
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ text: "Saved", kind: "success" }));
  expect(saved()).toEqual([{ ...PRODUCT, finalColorId: 6 }]);
});

it("the image order is sent only when it was set", async () => {
  await press("Unisex");
  await press("Save");
  await waitFor(() => expect(saved()).toEqual([{ ...PRODUCT, unisex: true }]));
  await press("Switch order");
  await press("Save");
  await waitFor(() => expect(saved()[1]).toEqual({ ...PRODUCT, unisex: true, switchOrder: true }));
});

it("an edit that is not saved is an error toast", async () => {
  server.use(http.post("/api/images/save", () => Response.error()));
  await press("Save");
  const toast = { text: expect.stringContaining("cannot be reached") as string, kind: "error" };
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject(toast));
});
