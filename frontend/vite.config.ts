import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const api = process.env.WINKEL_API ?? "http://127.0.0.1:8000";

export default defineConfig({
  // A literal, so that a production build drops development mode's chunks altogether.
  define: { __DEV_MODE__: JSON.stringify(process.env.VITE_DEV_MODE === "1") },
  plugins: [react()],
  resolve: {
    alias: {
      // InstantSearch's stock router is the only caller of qs (14 kB gzipped), and ours replaces it.
      qs: fileURLToPath(new URL("./src/lib/noQs.ts", import.meta.url)),
    },
  },
  server: { proxy: { "/api": api, "/media": api } },
  preview: { proxy: { "/api": api, "/media": api } },
  build: { outDir: "dist", manifest: true, target: "es2022", assetsInlineLimit: 1024 },
  test: {
    environment: "jsdom",
    globals: true,
    setupFiles: ["./src/testSetup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
  },
});
