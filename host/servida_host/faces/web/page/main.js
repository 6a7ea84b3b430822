// Joins the parts of the page: the link to the server, the glass, the fingers and the workshop beside the device.
// The page keeps nothing of the device's state: it shows what the server told last.

import { Fingers } from "./fingers.js";
import { fitDevice } from "./fit.js";
import { Glass } from "./glass.js";
import { Link } from "./link.js";
import { Workshop } from "./workshop.js";
import { say, speak } from "./words.js";

const root = document.documentElement;
const at = (id) => document.getElementById(id);

const glass = new Glass(at("glass"), at("windows"));
const link = new Link({ picture: (bytes) => glass.show(bytes), message: told, connection });
const fingers = new Fingers(at("drawing"), {
  press: (button) => link.send({ do: "press", button }),
  release: (button) => link.send({ do: "release", button }),
  strike: (key) => link.send({ do: "strike", key }),
});
const workshop = new Workshop(link, glass, () => fit());

// What a test or a measurement may look at; the page itself reads nothing here.
window.servida = { glass: glass.counts, link: link.counts };

function fit() {
  fitDevice(at("device"), at("table"));
  glass.resize();
}

let noticed = 0;

function notice(text) {
  at("notice").textContent = text;
  clearTimeout(noticed);
  noticed = setTimeout(() => (at("notice").textContent = ""), 6000);
}

function connection(standing) {
  root.dataset.connection = standing;
  at("lost").hidden = standing !== "lost";
  if (standing === "open") {
    workshop.ask();
  } else {
    fingers.lift();
  }
}

function told(message) {
  switch (message.type) {
    case "hello":
      speak(message.language);
      fingers.learn(message);
      workshop.translated(message);
      break;
    case "state":
      stand(message);
      break;
    case "refused":
      notice(message.text);
      break;
    default:
      workshop.told(message);
  }
}

function stand(state) {
  root.dataset.screen = state.screen;
  root.dataset.down = state.down.join(" ");
  root.dataset.powered = state.powered;
  root.dataset.off = state.off;
  for (const key of at("drawing").querySelectorAll(".key")) {
    const button = key.dataset.button;
    key.classList.toggle("down", state.down.includes(button) || state.stuck.includes(button));
  }
  const text = state.powered ? state.spoken : say("noPower");
  if (at("spoken").textContent !== text) {
    at("spoken").textContent = text;
  }
  workshop.stand(state);
}

at("again").addEventListener("click", () => link.open());
speak(root.lang);
fit();
new ResizeObserver(fit).observe(at("table"));
window.addEventListener("resize", fit);
link.open();
