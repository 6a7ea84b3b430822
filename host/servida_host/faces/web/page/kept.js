// What a person chose and this browser keeps: under one name each, as text.

const PREFIX = "servida.";

export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // a browser may forbid it; then nothing is kept
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // as above
  }
}
