// Searchkit's Node API on the product's own index, in as many processes as the product has.
// Started with one argument: JSON of its configuration, the port, and the filter of all searches.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const given = JSON.parse(process.argv[2]);

async function serve() {
  const require = createRequire(`${given.folder}/package.json`);
  const { default: Client } = require("@searchkit/api");
  const client = Client(given.config);
  const server = createServer(async (request, response) => {
    try {
      const parts = [];
      for await (const part of request) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString() || "[]");
      const found = body.length
        ? await client.handleRequest(body, { getBaseFilters: () => given.baseFilters })
        : {};
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(found));
    } catch (error) {
      response.writeHead(500);
      response.end(String(error));
    }
  });
  server.keepAliveTimeout = 75_000;
  server.listen(given.port, "127.0.0.1");
}

if (cluster.isPrimary) {
  for (let process = 0; process < given.processes; process += 1) cluster.fork();
} else {
  await serve();
}
