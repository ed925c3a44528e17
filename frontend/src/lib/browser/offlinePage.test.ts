import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

type Listener = (event: {
  request: { url: string; mode: string };
  respondWith: (answer: Promise<unknown>) => void;
}) => void;

/** The service worker's answer to a request while the network is away; undefined: it leaves it alone. */
async function answered(url: string, mode: string): Promise<unknown> {
  const listeners = new Map<string, Listener>();
  const worker = { addEventListener: (name: string, run: Listener) => void listeners.set(name, run) };
  const caches = { match: (name: string) => Promise.resolve(`kept ${name}`) };
  const away = () => Promise.reject(new TypeError("away"));
  runInNewContext(readFileSync("public/sw.js", "utf-8"), {
    self: worker,
    caches,
    fetch: away,
    URL,
    Response,
  });
  let answer: Promise<unknown> | undefined;
  const event = {
    request: { url, mode },
    respondWith: (promise: Promise<unknown>) => void (answer = promise),
  };
  listeners.get("fetch")?.(event);
  return answer;
}

it.each([
  ["/?q=linen", "navigate", "kept /offline.html"],
  ["/offline.css", "no-cors", "kept /offline.css"],
  ["/api/search", "cors", undefined],
  ["/media/ab/c.webp", "no-cors", undefined],
  ["/assets/index.js", "cors", undefined],
])("without a network %s (%s) is %s", async (path, mode, expected) => {
  expect(await answered(`https://winkel.example${path}`, mode)).toBe(expected);
});
