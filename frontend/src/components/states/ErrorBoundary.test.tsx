import { render, screen } from "@testing-library/react";
import { ErrorBoundary } from "./states";

function Broken(): never {
  throw new Error("the chunk is gone");
}

describe("a page that fails", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

  it("leaves a message and a way on instead of an empty screen", () => {
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole("alert")).toHaveTextContent("This page could not be loaded");
    expect(screen.getByRole("button", { name: "Load again" })).toBeInTheDocument();
  });
});
