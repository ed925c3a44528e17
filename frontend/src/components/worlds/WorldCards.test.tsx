import { fireEvent, render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { hitOf } from "../../test/fixtures";
import type { Landing } from "../../lib/api/wire";
import { WorldCards } from "./WorldCards";

it("leaves the place of a picture that cannot be loaded empty (spec §8)", () => {
  const landing: Landing = {
    carousels: [{ name: "Women", category: "women", hits: [hitOf(1)] }],
  };
  const { container } = render(
    <MemoryRouter>
      <WorldCards landing={landing} eager />
    </MemoryRouter>,
  );
  const picture = container.getElementsByTagName("img").item(0);
  expect(picture).toBeVisible();
  fireEvent.error(picture ?? container);
  expect(picture).not.toBeVisible();
});
