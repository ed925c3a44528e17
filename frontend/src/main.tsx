import "./app/theme/font.css";
import "./app/theme/tokens.css";
import "./app/theme/base.css";
import "./app/theme/layout.css";
import "./app/theme/passing.css";

async function start(): Promise<void> {
  const element = document.getElementById("root");
  if (element === null) throw new Error("index.html has no #root");
  // React first: two imports are two tasks, with room for the visitor's input in between. The
  // server's page loads both files at once (app/pages/modules.py).
  await import("react-dom/client");
  const { boot } = await import("./app/boot");
  await boot(element);
}

/** What shows when nothing of the application can: its code did not come, or failed at once. */
function showFailure(): void {
  // Half of a page that answers to no press is worse than none.
  document.getElementById("root")?.replaceChildren();
  const failure = document.getElementById("start-failed");
  if (failure instanceof HTMLTemplateElement) document.body.prepend(failure.content);
  document.querySelector("[role=alert] button")?.addEventListener("click", () => window.location.reload());
}

start().catch((error: unknown) => {
  // Spec §8: a failed start is logged to the console.
  console.error("The application could not start", error);
  showFailure();
});
