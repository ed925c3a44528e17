import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import About from "../../../content/about.mdx";
import FastSlow from "../../../content/blog-page-1.mdx";
import Colour from "../../../content/blog-page-2.mdx";
import Privacy from "../../../content/privacy.mdx";
import Proxies from "../../../content/proxies.mdx";
import Terms from "../../../content/terms.mdx";
import BlogListPage from "./BlogListPage";
import NotFoundPage from "./NotFoundPage";

it.each([
  ["About Winkel", About, "/proxies"],
  ["Privacy policy", Privacy, "/terms"],
  ["Terms and disclaimer", Terms, "/privacy"],
  ["Shipping proxies", Proxies, "https://www.globalshopper.com/"],
  ["Fast stuff vs Slow stuff", FastSlow, "/blog/blog-list"],
  ["What the Colour You Wear Says About You", Colour, "/blog/blog-list"],
  ["Blog", BlogListPage, "/blog/blog-page-1"],
  ["Nothing on this hanger", NotFoundPage, "/"],
])("%s has its heading and its way on (spec §2.9)", (title, Page, way) => {
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toContain(way);
});
