// The second picture is only made when the pointer comes; pages turn in place, without an address.
document.addEventListener("mouseover", (event) => {
  const plate = event.target.closest?.(".plate");
  if (!plate || plate.querySelector(".over")) return;
  const over = new Image();
  over.className = "over";
  over.src = plate.querySelector("img").dataset.over;
  plate.append(over);
  plate.addEventListener("mouseleave", () => over.remove(), { once: true });
});
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.(".turn");
  if (!button) return;
  const stock = document.getElementById("stock");
  const answer = await fetch(stock.dataset.from + button.dataset.to);
  if (!answer.ok) return;
  stock.innerHTML = await answer.text();
  stock.scrollIntoView();
});
