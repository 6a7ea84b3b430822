// Five dice to choose faces with: a click or an arrow turns one, a digit from 1 to 6 sets it.

import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const PIPS = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi" };

export class Pickers {
  constructor(place) {
    this.faces = [6, 6, 6, 6, 6];
    this.dice = this.faces.map((_, i) => this.make(i));
    place.append(...this.dice);
  }

  make(i) {
    const die = document.createElement("button");
    die.type = "button";
    die.className = "die";
    die.addEventListener("click", () => this.set(i, (this.faces[i] % 6) + 1));
    die.addEventListener("keydown", (event) => {
      const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: 5, ArrowLeft: 5 };
      if (/^[1-6]$/.test(event.key)) {
        this.set(i, Number(event.key));
      } else if (event.key in steps) {
        event.preventDefault();
        this.set(i, ((this.faces[i] - 1 + steps[event.key]) % 6) + 1);
      }
    });
    return die;
  }

  set(i, face) {
    this.faces[i] = face;
    this.speak();
  }

  speak() {
    this.dice.forEach((die, i) => {
      die.setAttribute("aria-label", `${say("die")} ${i + 1}: ${this.faces[i]}`);
      die.replaceChildren(drawn(this.faces[i]));
    });
  }
}

function drawn(face) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 12 12");
  svg.setAttribute("aria-hidden", "true");
  for (const place of PIPS[face]) {
    const at = "abcdefghi".indexOf(place);
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", 3 + 3 * (at % 3));
    pip.setAttribute("cy", 3 + 3 * Math.floor(at / 3));
    pip.setAttribute("r", 1.15);
    svg.append(pip);
  }
  return svg;
}
