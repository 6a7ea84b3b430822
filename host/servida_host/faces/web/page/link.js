// The socket to the server: it comes back by itself when it was lost, later each time.

const SOONEST = 250;
const LATEST = 4000; // milliseconds between two tries

export class Link {
  // `picture` gets the bytes of a picture, `message` any other message, `connection` "open" or "lost".
  constructor({ picture, message, connection }) {
    Object.assign(this, { picture, message, connection });
    this.counts = { pictures: 0, opened: 0 };
    this.wait = SOONEST;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.again) {
        this.open();
      }
    });
  }

  open() {
    clearTimeout(this.again);
    this.again = null;
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) {
      return;
    }
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.wait = SOONEST;
      this.counts.opened += 1;
      this.connection("open");
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        this.message(JSON.parse(data));
      } else {
        this.counts.pictures += 1;
        this.picture(new Uint8Array(data));
      }
    };
    socket.onclose = () => {
      this.connection("lost");
      this.again = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LATEST);
    };
    this.socket = socket;
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }
}
