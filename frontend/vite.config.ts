import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import mdx from "@mdx-js/rollup";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import icons from "./src/components/icons/paths.json" with { type: "json" };

const api = process.env.WINKEL_API ?? "http://127.0.0.1:8000";

/**
 * Every country's flag as /flags/<iso>.svg. Emoji would need a font with them, which Windows and
 * most Linux desktops lack; in the bundle they would weigh on every visitor.
 */
function flags(): Plugin {
  const folder = new URL("./node_modules/country-flag-icons/3x2/", import.meta.url);
  return {
    name: "flags",
    apply: "build",
    generateBundle() {
      for (const name of readdirSync(folder).filter((file) => /^[A-Z]{2}\.svg$/.test(file))) {
        const source = readFileSync(new URL(name, folder));
        this.emitFile({ type: "asset", fileName: `flags/${name.toLowerCase()}`, source });
      }
    },
  };
}

/** What the pages of the application alone need to know. */
const UNREAD = ["description", "modules", "listed"];

/** Pages' descriptions are for those that run no script, which get them from the application. */
function undescribed(): Plugin {
  return {
    name: "undescribed",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("app/declared.json")) return null;
      const shown: unknown = JSON.parse(code, (key, value: unknown) =>
        UNREAD.includes(key) ? undefined : value,
      );
      return { code: JSON.stringify(shown), map: null };
    },
  };
}

const classes: Record<string, Readonly<Record<string, string>>> = {};

/** Style sheets' classes in this build, and icons, for the first screen that the application draws (app/pages/first.py). */
function named(): Plugin {
  return {
    name: "named",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify({ classes, icons });
      this.emitFile({ type: "asset", fileName: ".vite/first.json", source });
    },
  };
}

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What most pages show first: small modules, in one file where each would be one of its own. */
const COMMON = {
  name: "common",
  test: /src\/(lib|components|features\/search\/focus)(?!\/(operator|brandform|alerts|dialog|tabs|rail|tile\/(?!colours|ProductLink)|Tooltip|LineChart|KeptRails|price\/Verdict|api\/(operator|queryClient)|time|catalogue\/(website|since)|browser\/share))[^.]*\.tsx?$/,
};

/** Tiles and their rails, of every list of products. */
const TILE = {
  name: "tile",
  test: /src\/components\/(rail|tile\/(?!colours|ProductLink))[^.]*\.tsx?$/,
};

/** What a product's view has, and tiles have not. */
const FACTS = {
  name: "facts",
  test: /src\/(components\/(LineChart|price\/Verdict|alerts\/AlertButton)|lib\/(catalogue\/since|browser\/share))\.tsx?$/,
};

export default defineConfig({
  // A literal, so that a production build drops development mode's chunks altogether.
  define: { __DEV_MODE__: JSON.stringify(process.env.VITE_DEV_MODE === "1") },
  plugins: [{ enforce: "pre", ...mdx() }, react(), flags(), undescribed(), named()],
  css: {
    modules: {
      getJSON: (file, names) => {
        classes[file.replace(/^.*\/src\/|\.module\.css$/g, "")] = names;
      },
    },
  },
  resolve: {
    alias: [
      // InstantSearch's stock router is the only caller of qs (14 kB gzipped), and ours replaces it.
      { find: /^qs$/, replacement: fromHere("./src/lib/browser/noQs.ts") },
      // The package's own entry is the build that warns developers.
      {
        find: /^react-router-dom$/,
        replacement: fromHere("./node_modules/react-router/dist/production/index.mjs"),
      },
    ],
  },
  // What the application declares for both (lib/declared.ts) stands beside this folder.
  server: { proxy: { "/api": api, "/media": api }, fs: { allow: [".", "../app/declared.json"] } },
  preview: { proxy: { "/api": api, "/media": api } },
  build: {
    outDir: "dist",
    manifest: true,
    modulePreload: { polyfill: false }, // browsers without it fetch the same a little later
    target: "es2022",
    assetsInlineLimit: 1024,
    rolldownOptions: { output: { codeSplitting: { groups: [COMMON, TILE, FACTS] } } },
  },
  test: {
    testTimeout: 30_000, // ms; five are too few where everything else runs beside it
    environment: "jsdom",
    pool: "threads", // begun sooner than processes
    globals: true,
    setupFiles: ["./src/test/setup.ts", "./src/test/server.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    // A document of its own costs a file more than its tests do: what one leaves, setup.ts clears.
    isolate: false,
  },
});
