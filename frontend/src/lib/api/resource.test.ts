import { createResource } from "./resource";

it("a load that failed is tried again, one that succeeded is not", async () => {
  const fetcher = vi.fn(() => Promise.resolve("filters"));
  fetcher.mockRejectedValueOnce(new Error("away"));
  const resource = createResource(fetcher);
  await expect(resource.load()).rejects.toThrow("away");
  await expect(resource.load()).resolves.toBe("filters");
  await resource.load();
  expect(fetcher).toHaveBeenCalledTimes(2);
});
