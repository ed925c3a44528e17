const later = window.setTimeout;
window.searchesLater = () => { window.setTimeout = later; };
window.setTimeout = (run, ms, ...rest) => later(run, ms === 2000 ? 2 ** 31 - 1 : ms, ...rest);
