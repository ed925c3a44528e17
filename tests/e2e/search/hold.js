window.held = [];
const real = window.fetch;
const wanted = arguments[0];
window.fetch = async (asked, init) => {
  const request = new Request(asked, init);
  const said = await request.clone().text();
  const answer = real(request);
  const holds = request.url.includes('/api/search') && said.includes(wanted);
  return holds ? new Promise((go) => window.held.push(() => go(answer))) : answer;
};
