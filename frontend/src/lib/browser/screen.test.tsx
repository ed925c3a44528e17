import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { lazyScreen } from "./screen";

const page = () => Promise.resolve({ default: () => <p>Here</p> });

describe("a screen in a chunk of its own", () => {
  it("is drawn at once when its code is there, without a fallback", async () => {
    const Page = lazyScreen(page);
    await Page.preload();
    render(
      <Suspense fallback="Waiting">
        <Page />
      </Suspense>,
    );
    expect(screen.getByText("Here")).toBeInTheDocument();
    expect(screen.queryByText("Waiting")).toBeNull();
  });

  it("shows the fallback until the code has come", async () => {
    const Page = lazyScreen(page);
    render(
      <Suspense fallback="Waiting">
        <Page />
      </Suspense>,
    );
    expect(screen.getByText("Waiting")).toBeInTheDocument();
    expect(await screen.findByText("Here")).toBeInTheDocument();
  });

  it("survives a failed preload: the failure shows when it is drawn", async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error("offline")).mockImplementation(page);
    const Page = lazyScreen(load);
    await Page.preload();
    render(
      <Suspense fallback="Waiting">
        <Page />
      </Suspense>,
    );
    expect(await screen.findByText("Here")).toBeInTheDocument();
  });
});
