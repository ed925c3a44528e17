// The second picture on hover, and "Show more".
document.addEventListener("mouseover", (event) => {
  const image = event.target.closest?.(".tile")?.querySelector("img[data-hover-src]");
  if (!image || image.dataset.front) return;
  const source = image.parentElement.querySelector("source");
  image.dataset.front = image.src;
  source.srcset = image.src = image.dataset.hoverSrc;
  image.closest(".tile").addEventListener("mouseleave", () => {
    source.srcset = image.src = image.dataset.front;
    delete image.dataset.front;
  }, { once: true });
});
const button = document.querySelector(".load-more");
button?.addEventListener("click", async () => {
  button.disabled = true;
  const page = Number(button.dataset.page) + 1;
  const answer = await fetch(button.dataset.from + page);
  button.disabled = false;
  if (!answer.ok) return;
  document.querySelector(".tiles").insertAdjacentHTML("beforeend", await answer.text());
  button.dataset.page = page;
  if (page >= Number(button.dataset.pages)) button.remove();
});
