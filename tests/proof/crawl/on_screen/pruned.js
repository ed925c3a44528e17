let next = 1;
const draw = () => {
  if (innerHeight + scrollY < document.body.scrollHeight - 400 && next > 1) return;
  for (let n = 0; n < 10 && next <= 30; n += 1, next += 1)
    list.insertAdjacentHTML("beforeend", card(next));
  while (list.querySelectorAll("article").length > 20) list.querySelector("article").replaceWith(
    Object.assign(document.createElement("p"), { style: "height:300px" }));
};
