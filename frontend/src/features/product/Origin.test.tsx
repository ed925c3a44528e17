import { render, screen } from "@testing-library/react";
import { http, server } from "../../testServer";
import { Origin } from "./Facts";

const CERTIFICATE = {
  source: "feed file",
  address: "/feeds/dresses.csv",
  place: "row id 7, column price",
  text: "R 899",
  reader: "field",
  version: 1,
  words: "Price read from feed file /feeds/dresses.csv, row id 7, column price: “R 899” (reader field 1)",
};

function answer(certificate: typeof CERTIFICATE | null) {
  server.use(
    http.get("/api/products/{product_id}/certificate", ({ response }) => response(200).json({ certificate })),
  );
}

describe("where a product's price was read", () => {
  it("is a sentence; what is no web address is no link", async () => {
    answer(CERTIFICATE);
    render(<Origin id={7} />);
    expect(await screen.findByText(CERTIFICATE.words)).toBeInTheDocument();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("is said to be unknown where it was not noted", async () => {
    answer(null);
    render(<Origin id={7} />);
    expect(await screen.findByText("Where the price was read was not noted.")).toBeInTheDocument();
  });

  it("is said to be not shown to who is no operator", async () => {
    const message = "Operators only";
    server.use(
      http.get("/api/products/{product_id}/certificate", ({ response }) =>
        response("default").json({ message }, { status: 403 }),
      ),
    );
    render(<Origin id={7} />);
    expect(await screen.findByText(/not shown: Operators only/)).toBeInTheDocument();
  });
});
