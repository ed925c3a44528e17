list.style = "position:relative;height:9000px";
const draw = () => {
  const first = Math.max(0, Math.floor(scrollY / 300) - 2);
  list.innerHTML = "";
  for (let n = first; n < Math.min(30, first + 8); n += 1) {
    list.insertAdjacentHTML("beforeend", card(n + 1));
    list.lastChild.style.cssText = `position:absolute;top:${n * 300}px`;
  }
};
