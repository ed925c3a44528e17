import "./app/theme/font.css";
import "./app/theme/tokens.css";
import "./app/theme/base.css";
import "./app/theme/passing.css";

async function start(): Promise<void> {
  const element = document.getElementById("root");
  if (element === null) throw new Error("index.html has no #root");
  // React first: two imports are two tasks, with room for the visitor's input in between. The
  // server's page asks for both files at once (app/pages/modules.py).
  await import("react-dom/client");
  const { boot } = await import("./app/boot");
  await boot(element);
}

/** What shows when nothing of the application can: its code did not come, or failed at once. */
function showFailure(): void {
  const screen = document.createElement("div");
  screen.className = "start-failed";
  screen.setAttribute("role", "alert");
  const title = document.createElement("h1");
  title.textContent = "Winkel could not start";
  const words = document.createElement("p");
  words.textContent = "Check your connection, then load the page again.";
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Load again";
  again.addEventListener("click", () => window.location.reload());
  screen.append(title, words, again);
  const main = document.createElement("main");
  main.append(screen);
  document.body.prepend(main);
}

start().catch((error: unknown) => {
  // Spec §8: a failed start is logged to the console.
  console.error("The application could not start", error);
  showFailure();
});
