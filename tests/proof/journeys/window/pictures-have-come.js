const [done] = arguments;
const inSight = (e) => {
  const {top, bottom, left, right} = e.getBoundingClientRect();
  return right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
};
const look = () => document.readyState === 'complete'
  && document.querySelectorAll('main img').length > 1
  && [...document.images].filter(inSight).every((image) => image.complete)
  ? requestIdleCallback(done) : requestAnimationFrame(look);
look();
