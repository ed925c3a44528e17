// Searchkit's Node API over the product's own index, in as many processes as the product has.
// Its one argument is JSON: the port, the number of processes, and Searchkit's configuration.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const { port, processes, config } = JSON.parse(process.argv[2]);

if (cluster.isPrimary) {
  for (let number = 0; number < processes; number += 1) cluster.fork();
} else {
  const { default: Client } = createRequire(import.meta.url)("@searchkit/api");
  const client = Client(config);
  const getBaseFilters = () => [{ term: { visible: true } }];
  createServer(async (request, response) => {
    try {
      let body = "";
      for await (const part of request) body += part;
      const found = await client.handleRequest(JSON.parse(body), { getBaseFilters });
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(found));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(port, "127.0.0.1");
}
