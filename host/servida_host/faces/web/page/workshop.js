// The workshop: the panel beside the device with time, picture, dice, faults, bus, events and match. What it shows of
// the device is what the server told; what it asks for is a message. Whether it is open and the look of the glass are
// kept in this browser.

import { Choice } from "./choice.js";
import { TINTS } from "./glass.js";
import { keep, kept } from "./kept.js";
import { Pickers } from "./pickers.js";
import { say } from "./words.js";

const BUTTONS = ["1", "2", "3", "4", "5", "roll"];
const MOST_EVENTS = 200;
const TICK = 100; // milliseconds between two looks at the clock
const FAULTS = { unplug: ["unplug", "plug"], stall: ["stall", "free"], cut: ["cut", "restore"] };

const at = (id) => document.getElementById(id);

export class Workshop {
  constructor(link, glass, moved) {
    Object.assign(this, { link, glass, moved });
    this.state = null;
    this.filming = false;
    this.speeds = new Choice(at("speeds"), (speed) => link.send({ do: "speed", value: Number(speed) }));
    this.tints = new Choice(at("tints"), (tint) => this.look(tint, glass.grid));
    this.pickers = new Pickers(at("pickers"));
    this.makeSticks();
    this.listen();
    this.look(kept("tint") in TINTS ? kept("tint") : "white", kept("grid") === "yes");
    this.open(kept("panel") === "open");
    setInterval(() => this.tick(), TICK);
  }

  makeSticks() {
    for (const button of BUTTONS) {
      const key = document.createElement("button");
      key.type = "button";
      key.textContent = button === "roll" ? "R" : button;
      key.dataset.stick = button;
      key.addEventListener("click", () => {
        this.link.send({ do: this.state?.stuck.includes(button) ? "unstick" : "stick", button });
      });
      at("sticks").append(key);
    }
  }

  listen() {
    at("open").addEventListener("click", () => this.open(at("panel").hidden));
    at("pause").addEventListener("click", () => this.link.send({ do: this.state?.paused ? "resume" : "pause" }));
    at("step").addEventListener("click", () => this.link.send({ do: "step" }));
    at("queue").addEventListener("click", () => this.link.send({ do: "dice", faces: this.pickers.faces }));
    at("gif").addEventListener("click", () => this.film());
    at("grid").addEventListener("change", () => this.look(this.glass.tint, at("grid").checked));
    at("show-windows").addEventListener("change", () => {
      at("windows").hidden = !at("show-windows").checked;
    });
    at("bounce").addEventListener("input", () => (at("bounced").textContent = `${at("bounce").value} ms`));
    at("bounce").addEventListener("change", () => this.link.send({ do: "bounce", ms: Number(at("bounce").value) }));
    for (const [id, [begin, end]] of Object.entries(FAULTS)) {
      at(id).addEventListener("change", () => this.link.send({ do: at(id).checked ? begin : end }));
    }
  }

  open(opened) {
    at("panel").hidden = !opened;
    at("open").setAttribute("aria-expanded", opened);
    document.documentElement.dataset.panel = opened ? "open" : "closed";
    keep("panel", opened ? "open" : "closed");
    if (!opened) {
      at("show-windows").checked = false;
      at("windows").hidden = true;
    }
    this.ask();
    this.moved();
  }

  // Ask for the bulky messages while somebody can see them.
  ask() {
    this.link.send({ do: "tell", what: at("panel").hidden ? [] : ["wire", "log", "match"] });
    at("log").replaceChildren();
  }

  look(tint, grid) {
    Object.assign(this.glass, { tint, grid });
    this.tints.choose(tint);
    at("grid").checked = grid;
    keep("tint", tint);
    keep("grid", grid ? "yes" : "no");
    at("png").href = `/panel.png?tint=${this.hex}`;
    if (this.glass.bytes) {
      this.glass.redraw();
    }
  }

  get hex() {
    return TINTS[this.glass.tint][0].map((part) => part.toString(16).padStart(2, "0")).join("");
  }

  film() {
    this.filming = Boolean(this.state?.gif);
    this.link.send({ do: "gif", on: !this.filming });
  }

  translated({ speeds }) {
    this.speeds.offer(speeds.map((speed) => [String(speed), `${speed}×`]));
    this.tints.offer(Object.keys(TINTS).map((tint) => [tint, "", say(tint)]));
    this.tints.choose(this.glass.tint);
    this.pickers.speak();
    if (this.state) {
      this.stand(this.state);
    }
  }

  stand(state) {
    this.state = state;
    this.toldAt = performance.now();
    this.tick();
    at("pause").setAttribute("aria-pressed", state.paused);
    at("step").disabled = !state.paused;
    this.speeds.choose(String(state.speed));
    at("queued").textContent = state.queued ? `${state.queued} ${say("waiting")}` : "";
    at("unplug").checked = !state.plugged;
    at("stall").checked = state.stalled;
    at("cut").checked = !state.powered;
    for (const key of at("sticks").children) {
      key.setAttribute("aria-pressed", state.stuck.includes(key.dataset.stick));
    }
    if (document.activeElement !== at("bounce")) {
      at("bounce").value = state.bounce;
    }
    at("bounced").textContent = `${at("bounce").value} ms`;
    this.standFilm(state.gif);
  }

  // The server tells the time with what happens; in between it runs here as it does there.
  tick() {
    if (this.state && document.documentElement.dataset.connection === "open") {
      const since = this.state.paused ? 0 : ((performance.now() - this.toldAt) / 1000) * this.state.speed;
      at("clock").textContent = `${(this.state.time + since).toFixed(1)} s`;
    }
  }

  standFilm(on) {
    at("gif").setAttribute("aria-pressed", on);
    at("gif").textContent = say(on ? "gifEnd" : "gif");
    if (this.filming && !on) {
      this.filming = false;
      const film = document.createElement("a");
      film.href = `/session.gif?tint=${this.hex}`;
      film.download = "servida.gif";
      film.click();
    }
  }

  told(message) {
    switch (message.type) {
      case "wire":
        this.wire(message);
        break;
      case "log":
        this.log(message.entries);
        break;
      case "match":
        at("match").textContent = message.text || say("nothing");
        at("match").scrollTop = at("match").scrollHeight;
        break;
    }
  }

  wire({ bytes, milliseconds, hz, windows }) {
    const figures = [
      `${bytes} ${say("bytes")}`,
      `${milliseconds.toFixed(1)} ms`,
      `${hz / 1000} kHz`,
      `${windows.length} ${say(windows.length === 1 ? "windowOne" : "windowMany")}`,
    ];
    at("wire").replaceChildren(
      ...figures.map((figure) => {
        const part = document.createElement("span");
        const [number, unit] = figure.split(" ");
        const strong = document.createElement("b");
        strong.textContent = number;
        part.append(strong, ` ${unit}`);
        return part;
      }),
    );
    this.glass.showWindows(windows);
  }

  log(entries) {
    const list = at("log");
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 30;
    for (const { at: time, text } of entries) {
      const line = document.createElement("li");
      const moment = document.createElement("time");
      moment.textContent = time.toFixed(2);
      line.append(moment, text);
      list.append(line);
    }
    while (list.children.length > MOST_EVENTS) {
      list.firstChild.remove();
    }
    if (atEnd) {
      list.scrollTop = list.scrollHeight;
    }
  }
}
