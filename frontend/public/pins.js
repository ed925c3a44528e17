// A brand's pins (spec §2.6), in a frame without an origin: another's script has nothing of ours in it.
// Tells the page around it whether they came.
const tell = (state) => parent.postMessage(state, "*");
const board = document.createElement("a");
board.href = decodeURIComponent(location.hash.slice(1));
Object.assign(board.dataset, {
  pinDo: "embedBoard",
  pinBoardWidth: innerWidth,
  pinScaleHeight: innerHeight,
  pinScaleWidth: Math.round(innerWidth / 5), // spec §9
});
document.body.append(board);
const built = () => document.querySelector("[data-pin-internal], iframe, span[class]") && tell("shown");
new MutationObserver(built).observe(document.body, { childList: true, subtree: true });
const script = document.createElement("script");
script.src = "https://assets.pinterest.com/js/pinit.js";
script.onerror = () => tell("failed");
document.head.append(script);
