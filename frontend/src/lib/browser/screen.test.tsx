import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { lazyScreen } from "./screen";

const page = () => Promise.resolve({ default: () => <p>Here</p> });

describe("a screen in a chunk of its own", () => {
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
