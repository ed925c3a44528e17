for (let n = 1; n <= 30; n += 1) list.insertAdjacentHTML("beforeend", "<section></section>");
document.head.insertAdjacentHTML("beforeend", "<style>section{height:300px}</style>");
const draw = () => [...list.children].forEach((cell, n) => {
  const place = cell.getBoundingClientRect();
  const isNear = place.bottom > -300 && place.top < innerHeight + 300;
  if (isNear && !cell.firstChild) cell.innerHTML = card(n + 1);
  if (!isNear) cell.innerHTML = "";
});
