import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import "./app/theme/font.css";
import "./app/theme/tokens.css";
import "./app/theme/base.css";

function start(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

try {
  start();
} catch (error) {
  // Spec §8: a failed start is logged to the console.
  console.error("The application could not start", error);
}
