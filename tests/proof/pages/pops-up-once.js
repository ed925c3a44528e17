let asked = false;
document.querySelector(".next").onclick = (event) => {
  if (asked) { list.innerHTML = ""; bring("c"); event.target.remove(); return; }
  asked = true;
  document.body.insertAdjacentHTML("beforeend", "<button class=close>No thanks</button>");
  document.querySelector(".close").onclick = (closed) => closed.target.remove();
};
