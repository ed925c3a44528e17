import { render, screen } from "@testing-library/react";
import { http, server } from "../../test/server";
import { Origin } from "./Facts";

const ORIGIN = "feed file /feeds/dresses.csv › row id 7, column price “R 899”";

function answer(origin: string | null) {
  server.use(http.get("/api/products/{product_id}/origin", ({ response }) => response(200).json({ origin })));
}

describe("where a product's price was read", () => {
  it("is a sentence; what is no web address is no link", async () => {
    answer(ORIGIN);
    render(<Origin id={7} />);
    expect(await screen.findByText(`Price read from ${ORIGIN}`)).toBeInTheDocument();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("is unknown where it was not noted", async () => {
    answer(null);
    render(<Origin id={7} />);
    expect(await screen.findByText("Where the price was read was not noted.")).toBeInTheDocument();
  });

  it("is not shown to who is no operator", async () => {
    const message = "Operators only";
    server.use(
      http.get("/api/products/{product_id}/origin", ({ response }) =>
        response("default").json({ message }, { status: 403 }),
      ),
    );
    render(<Origin id={7} />);
    expect(await screen.findByText(/not shown: Operators only/)).toBeInTheDocument();
  });
});
