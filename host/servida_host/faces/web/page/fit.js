// How large the device is drawn: as large as there is room, and so that every pixel of the glass covers the same whole
// number of the screen's, unless that would make it much smaller.

const COLUMNS = 128;
const LOSS = 0.86; // the least share of the room that is used for the sake of even pixels (a guess)
const LARGEST = 760; // CSS pixels; more is no better to play with

export function fitDevice(device, table) {
  const drawing = device.querySelector("svg");
  const pixels = drawing.querySelector(".pixels").getBBox();
  const share = pixels.width / drawing.viewBox.baseVal.width;
  const beside = table.dataset.beside === "yes" || getComputedStyle(table).gridTemplateColumns.split(" ").length > 1;
  const panel = document.getElementById("panel");
  const width = table.clientWidth - (beside && !panel.hidden ? panel.offsetWidth : 0);
  const room = Math.max(Math.min(width, window.innerHeight - 118, LARGEST), 240);
  const ratio = window.devicePixelRatio || 1;
  const even = Math.floor((room * share * ratio) / COLUMNS) * COLUMNS;
  const snapped = even / ratio / share;
  const size = snapped >= room * LOSS ? snapped : room;
  device.style.width = `${size}px`;
  device.style.height = `${size}px`;
}
