const score = (work) => {
  const start = performance.now();
  let rounds = 0;
  while (performance.now() - start < 500) { work(rounds); rounds += 1; }
  return rounds / 10 / ((performance.now() - start) / 1000);
};
const arrays = [0, 1].map(() => Array.from({length: 100000}, (_, index) => index));
const build = () => { let text = ''; for (let i = 0; i < 10000; i++) text += 'a'; return text; };
const copy = (round) => {
  const from = arrays[round % 2], to = arrays[(round + 1) % 2];
  for (let i = 0; i < from.length; i++) to[i] = from[i];
};
score(build); score(copy);
return (score(build) + score(copy)) / 2;
