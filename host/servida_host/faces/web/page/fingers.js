// Fingers on the drawn buttons: pointers (several at once), keys, Enter and space on a focused button, and the click that
// a screen reader makes. A button is down while anything holds it. The server says which keys mean a button, and which
// are strokes that it holds for as long as they need: the menu, and a long press.

export class Fingers {
  constructor(drawing, { press, release, strike }) {
    this.press = press;
    this.release = release;
    this.strike = strike;
    this.learn({ keys: {}, strokes: [] });
    this.on = new Map(); // what holds, by its name -> the button
    for (const key of drawing.querySelectorAll(".key")) {
      this.listen(key, key.dataset.button);
    }
    this.pointed = false; // whether the focus is where a pointer has left it
    document.addEventListener("pointerdown", () => (this.pointed = true), true);
    document.addEventListener("keydown", (event) => this.keyDown(event));
    document.addEventListener("keyup", (event) => this.leave(`key ${event.code}`));
    window.addEventListener("blur", () => this.lift());
    window.addEventListener("pagehide", () => this.lift());
    document.addEventListener("visibilitychange", () => document.hidden && this.lift());
  }

  // `keys` are the buttons by the keys that hold them, `strokes` the other keys of the console's.
  learn({ keys, strokes }) {
    this.keys = new Map([...Object.entries(keys), ...strokes.map((key) => [key, null])]);
  }

  listen(key, button) {
    let touched = false;
    key.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) {
        return;
      }
      touched = true;
      key.setPointerCapture(event.pointerId);
      this.touch(`pointer ${event.pointerId}`, button);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      key.addEventListener(end, (event) => this.leave(`pointer ${event.pointerId}`));
    }
    key.addEventListener("click", () => {
      if (!touched) {
        this.touch("click", button);
        this.leave("click");
      }
      touched = false;
    });
    key.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  keyDown(event) {
    this.pointed &&= event.key !== "Tab";
    const button = this.meant(event);
    if (button === undefined) {
      return;
    }
    event.preventDefault();
    if (!event.target.closest?.(".key")) {
      event.target.blur?.(); // else the end of the stroke would press what the mouse has left focused
    }
    if (event.repeat) {
      return;
    }
    if (button === null) {
      this.strike(named(event));
    } else {
      this.touch(`key ${event.code}`, button);
    }
  }

  // The button that a key means, null for a stroke; undefined with a modifier, in a field, or where space and Enter mean
  // something else: on what the keyboard has come to, not on what the mouse has clicked.
  meant(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return undefined;
    }
    const target = event.target instanceof Element ? event.target : document.body;
    const key = target.closest(".key");
    const works = event.key === " " || event.key === "Enter";
    if (key && works) {
      return key.dataset.button;
    }
    if (target.closest("select, textarea, [contenteditable], input:not([type=checkbox], [type=range]), .die")) {
      return undefined;
    }
    const control = works && target.closest("a, button, input, [role=radio]");
    return control && !this.pointed ? undefined : this.keys.get(named(event));
  }

  touch(name, button) {
    const down = [...this.on.values()].includes(button);
    this.on.set(name, button);
    if (!down) {
      this.press(button);
    }
  }

  leave(name) {
    const button = this.on.get(name);
    this.on.delete(name);
    if (button && ![...this.on.values()].includes(button)) {
      this.release(button);
    }
  }

  lift() {
    for (const name of [...this.on.keys()]) {
      this.leave(name);
    }
  }
}

// A key's name in the server's tables: Shift makes another key of a letter, but not of space.
function named(event) {
  return event.shiftKey && event.key === " " ? "Shift+Space" : event.key;
}
