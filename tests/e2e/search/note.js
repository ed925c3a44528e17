window.sent = [];
const real = window.fetch;
window.fetch = async (asked, init) => {
  const request = new Request(asked, init);
  const said = await request.clone().text();
  window.sent.push([request.url, said]);
  return real(request);
};
