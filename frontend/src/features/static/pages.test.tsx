import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import AboutPage from "./AboutPage";
import NotFoundPage from "./NotFoundPage";
import PrivacyPage from "./PrivacyPage";
import ProxiesPage from "./ProxiesPage";
import TermsPage from "./TermsPage";

function show(Page: () => React.ReactNode) {
  return render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
}

it.each([
  ["About Winkel", AboutPage],
  ["Privacy policy", PrivacyPage],
  ["Terms and disclaimer", TermsPage],
  ["Shipping proxies", ProxiesPage],
])("%s has its heading (spec §2.9)", (title, Page) => {
  show(Page);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
});

it("the table of proxies links a service outside, in a new tab", () => {
  show(ProxiesPage);
  expect(screen.getAllByRole("cell")[0]).toHaveTextContent("US & UK");
  const link = screen.getAllByRole("link").find((one) => one.closest("tbody"));
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("href", expect.stringMatching(/^https:/));
});

it("an unknown address has a way on", () => {
  show(NotFoundPage);
  expect(screen.getByRole("link", { name: "Back to the shop window" })).toHaveAttribute("href", "/");
});
