import { act, screen, waitFor } from "@testing-library/react";
import { answerCalls, showAt } from "../../test/render";
import { Below } from "./Landing";

let comesNear: () => void;

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        comesNear = () => tell([{ isIntersecting: true }]);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const reserved = () => document.querySelector("[data-part=more-skeleton]");

it("has its height before it is near and until its products have come", async () => {
  let answer: (body: unknown) => void = () => undefined;
  answerCalls(() => new Promise((resolve) => (answer = resolve)));
  const { unmount } = showAt("/", <Below />);
  expect(reserved()).toBeInTheDocument();
  act(() => comesNear());
  expect(reserved()).toBeInTheDocument();
  const told = { arrivals: [], drops: [], stores: [{ slug: "aloe", name: "Aloe", products: 3 }] };
  const comes = () => {
    answer(told);
    expect(screen.getByText("Aloe")).toBeInTheDocument();
  };
  await waitFor(comes, { timeout: 20_000 }); // its code is loaded first
  expect(reserved()).toBeNull();
  unmount();
});
