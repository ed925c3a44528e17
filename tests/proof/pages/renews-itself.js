const renew = () => {
  const old = document.querySelector(".next");
  const button = document.createElement("button");
  button.className = "next";
  button.textContent = "Next";
  button.onclick = () => { clearInterval(timer); list.innerHTML = card("c"); button.remove(); };
  old.replaceWith(button);
};
const timer = setInterval(renew, 30);
