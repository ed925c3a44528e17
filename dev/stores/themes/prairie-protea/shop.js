// "Everything" replaces the picks by the whole list.
const goods = document.querySelector(".goods");
const picks = goods.innerHTML;
for (const button of document.querySelectorAll(".tabs button")) {
  button.addEventListener("click", () => {
    document.querySelectorAll(".tabs button").forEach((other) => other.classList.toggle("on", other === button));
    goods.innerHTML = button.dataset.tab === "all" ? document.getElementById("everything").innerHTML : picks;
  });
}
