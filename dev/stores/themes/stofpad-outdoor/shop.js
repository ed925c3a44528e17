// Pictures load when they come near the window; the list grows when its end does.
const pictures = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    entry.target.src = entry.target.dataset.src;
    pictures.unobserve(entry.target);
  }
}, { rootMargin: "300px" });
const watch = (root) => root.querySelectorAll("img[data-src]").forEach((img) => pictures.observe(img));
watch(document);

const grid = document.querySelector(".grid");
const more = document.getElementById("more");
if (grid && grid.dataset.next) {
  let busy = false;
  const end = new IntersectionObserver(async (entries) => {
    if (busy || !entries.some((entry) => entry.isIntersecting)) return;
    busy = true;
    const page = Number(grid.dataset.page) + 1;
    const answer = await fetch(grid.dataset.next + page);
    if (answer.ok) {
      const part = document.createElement("template");
      part.innerHTML = await answer.text();
      watch(part.content);
      grid.append(part.content);
      watch(grid);
      grid.dataset.page = page;
    }
    busy = false;
    if (page >= Number(grid.dataset.pages)) {
      more.textContent = "That is the whole trail.";
      end.disconnect();
    } else {
      end.unobserve(more);
      end.observe(more);
    }
  }, { rootMargin: "200px" });
  end.observe(more);
}
