return (async () => {
  await document.fonts.ready;
  const top = document.querySelector('header[data-part]').getBoundingClientRect().top;
  const part = (css) => [...document.querySelectorAll(css)].find((one) => one.checkVisibility());
  const parts = {
    box: part('#search-box'),
    heading: part('h1'),
    picture: part('article [data-part=picture], article img'),
    name: part('main > :not(:has([data-part=product-price])) h3'),
    price: part('[data-part=product-price] > p') ?? part('article [data-part=price]'),
  };
  const places = {};
  for (const [name, one] of Object.entries(parts)) {
    if (!one) continue;
    const { left, top: from, width } = one.getBoundingClientRect();
    places[`${name} ${name === 'price' ? one.firstChild.textContent.trim() : one.textContent.trim()}`.trim()] = [left, from - top, name === 'picture' ? width : 0];
  }
  return places;
})();
