// The glass: the panel's pixels in a tint, as bright as its contrast lets the eye see them, and over them, if wanted,
// the windows of the last picture on the wire. Drawn in the screen's own pixels, so that edges are sharp at any zoom.

const COLUMNS = 128;
const ROWS = 64;
const BAND = 16; // rows at the top that two-coloured panels have in the other colour
const DIMMEST = 0.35; // the share of its light that a pixel keeps at contrast 0, as in the terminal
const UNLIT = [5, 6, 8];

export const TINTS = {
  white: [[242, 246, 255]],
  cyan: [[142, 220, 255]],
  two: [[96, 178, 255], [255, 214, 74]],
  amber: [[255, 181, 64]],
  green: [[128, 255, 150]],
};

const WINDOW_COLOURS = ["#ff5c8a", "#ffd23f", "#3ddc97", "#4cc9f0", "#c77dff"];

export class Glass {
  constructor(canvas, overlay) {
    this.canvas = canvas;
    this.overlay = overlay;
    this.counts = { drawn: 0, at: 0 };
    this.tint = "white";
    this.grid = false;
    this.bytes = null;
    this.windows = [];
    this.asked = false;
  }

  show(bytes) {
    this.bytes = bytes;
    this.redraw();
  }

  redraw() {
    if (!this.asked) {
      this.asked = true;
      requestAnimationFrame(() => {
        this.asked = false;
        this.draw();
      });
    }
  }

  showWindows(windows) {
    this.windows = windows;
    this.drawWindows();
  }

  // Put both canvases over the pixels of the drawing, on whole pixels of the screen.
  resize() {
    const ratio = window.devicePixelRatio || 1;
    const device = this.canvas.parentElement.getBoundingClientRect();
    const place = this.canvas.parentElement.querySelector(".pixels").getBoundingClientRect();
    const snap = (length) => Math.round(length * ratio);
    const width = snap(place.width);
    const height = snap(place.height);
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.style.left = `${snap(place.left) / ratio - device.left}px`;
      canvas.style.top = `${snap(place.top) / ratio - device.top}px`;
      canvas.style.width = `${width / ratio}px`;
      canvas.style.height = `${height / ratio}px`;
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
    }
    this.draw();
    this.drawWindows();
  }

  // The first screen pixel of each column and row, and the end of the last.
  edges(count, length) {
    return Array.from({ length: count + 1 }, (_, i) => Math.round((i * length) / count));
  }

  colours() {
    const share = DIMMEST + (1 - DIMMEST) * Math.sqrt(this.bytes[1] / 255);
    const light = (colour) => `rgb(${colour.map((lit, i) => Math.round(UNLIT[i] + (lit - UNLIT[i]) * share)).join(" ")})`;
    const [below, above = below] = TINTS[this.tint];
    return [light(above), light(below)];
  }

  draw() {
    const context = this.canvas.getContext("2d", { alpha: false });
    const { width, height } = this.canvas;
    context.fillStyle = `rgb(${UNLIT.join(" ")})`;
    context.fillRect(0, 0, width, height);
    if (this.bytes?.[2]) {
      const xs = this.edges(COLUMNS, width);
      const ys = this.edges(ROWS, height);
      const gap = this.grid && width >= 3 * COLUMNS ? Math.max(1, Math.round(width / COLUMNS / 6)) : 0;
      const colours = this.colours();
      for (let row = 0; row < ROWS; row += 1) {
        context.fillStyle = colours[row < BAND ? 0 : 1];
        this.drawRow(context, row, xs, ys, gap);
      }
    }
    this.counts.drawn += 1;
    this.counts.at = performance.now();
  }

  drawRow(context, row, xs, ys, gap) {
    const lit = (column) => this.bytes[3 + row * (COLUMNS / 8) + (column >> 3)] & (0x80 >> (column & 7));
    for (let column = 0; column < COLUMNS; column += 1) {
      if (lit(column)) {
        const first = column;
        while (!gap && column + 1 < COLUMNS && lit(column + 1)) {
          column += 1;
        }
        const left = xs[first];
        context.fillRect(left, ys[row], xs[column + 1] - left - gap, ys[row + 1] - ys[row] - gap);
      }
    }
  }

  drawWindows() {
    const context = this.overlay.getContext("2d");
    const { width, height } = this.overlay;
    context.clearRect(0, 0, width, height);
    const xs = this.edges(COLUMNS, width);
    const ys = this.edges(ROWS, height);
    const line = Math.max(1, Math.round(width / COLUMNS / 2));
    this.windows.forEach(([first, last, top, bottom], i) => {
      const box = [xs[first], ys[top * 8], xs[last + 1] - xs[first], ys[bottom * 8 + 8] - ys[top * 8]];
      context.fillStyle = context.strokeStyle = WINDOW_COLOURS[i % WINDOW_COLOURS.length];
      context.globalAlpha = 0.22;
      context.fillRect(...box);
      context.globalAlpha = 1;
      context.lineWidth = line;
      context.strokeRect(box[0] + line / 2, box[1] + line / 2, box[2] - line, box[3] - line);
    });
  }
}
