import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import BlogListPage from "./BlogListPage";
import ColourPage from "./ColourPage";
import FastSlowPage from "./FastSlowPage";

it.each([
  ["Fast stuff vs Slow stuff", FastSlowPage],
  ["What the Colour You Wear Says About You", ColourPage],
])("%s leads back to the list (spec §2.9)", (title, Page) => {
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  const back = screen.getAllByRole("link").filter((link) => link.getAttribute("href") === "/blog/blog-list");
  expect(back).not.toHaveLength(0);
});

it("the list has one article, with its picture", () => {
  render(
    <MemoryRouter>
      <BlogListPage />
    </MemoryRouter>,
  );
  const items = screen.getAllByRole("listitem");
  expect(items).toHaveLength(1);
  expect(items[0]?.querySelector("svg, img")).not.toBeNull();
});
