// One of a few: a row of radio buttons that the arrow keys move along, as ARIA's pattern has it.

export class Choice {
  // `chosen` gets the value that a person chose.
  constructor(group, chosen) {
    this.group = group;
    this.chosen = chosen;
    group.addEventListener("keydown", (event) => this.keyDown(event));
  }

  // Offer [value, text, label] each; the label is what a screen reader says instead of the text.
  offer(values) {
    const radios = values.map(([value, text, label]) => {
      const radio = document.createElement("button");
      radio.type = "button";
      radio.setAttribute("role", "radio");
      radio.dataset.value = value;
      radio.textContent = text;
      if (label) {
        radio.setAttribute("aria-label", label);
        radio.title = label;
      }
      radio.addEventListener("click", () => this.chosen(value));
      return radio;
    });
    this.group.replaceChildren(...radios);
    this.choose(this.value);
  }

  // Show a value as the chosen one.
  choose(value) {
    this.value = value;
    const radios = [...this.group.children];
    const known = radios.some((radio) => radio.dataset.value === value);
    radios.forEach((radio, i) => {
      const checked = radio.dataset.value === value;
      radio.setAttribute("aria-checked", checked);
      radio.tabIndex = checked || (!known && i === 0) ? 0 : -1;
    });
  }

  keyDown(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const radios = [...this.group.children];
    const at = radios.indexOf(event.target);
    if (step && at >= 0) {
      event.preventDefault();
      const next = radios[(at + step + radios.length) % radios.length];
      next.focus();
      this.chosen(next.dataset.value);
    }
  }
}
