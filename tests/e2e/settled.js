const [done] = arguments;
const moves = (one) => one.playState === 'running'
  && one.effect.getComputedTiming().iterations !== Infinity;
const look = () => document.getAnimations().some(moves) ? requestAnimationFrame(look) : done();
requestAnimationFrame(() => requestAnimationFrame(look));
