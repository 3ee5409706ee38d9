// What a browser calls WebSocket, as far as the client needs it, for versions of Node that bring none.
import { randomBytes } from "node:crypto";
import { request } from "node:http";

export class PlainSocket {
  constructor(address, protocol) {
    const { hostname, port, pathname, search } = new URL(address);
    const headers = {
      connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": 13,
      "sec-websocket-key": randomBytes(16).toString("base64"), "sec-websocket-protocol": protocol,
    };
    const asked = request({ hostname, port, path: pathname + search, headers });
    asked.on("upgrade", (_, socket, head) => this.#open(socket, head)).on("error", () => this.#over()).on("response", () => this.#over()).end();
    this.asked = asked;
  }

  send(text) {
    this.#write(1, Buffer.from(text));
  }

  close() {
    if (this.socket) this.#write(8, Buffer.alloc(0));
    (this.socket ?? this.asked).destroy();
  }

  #open(socket, head) {
    this.socket = socket;
    this.left = Buffer.alloc(0);
    socket.on("data", (data) => this.#read(data)).on("close", () => this.#over()).on("error", () => this.#over());
    this.onopen?.();
    if (head.length) this.#read(head);
  }

  #read(data) {
    this.left = Buffer.concat([this.left, data]);
    for (;;) {
      if (this.left.length < 2) return;
      let size = this.left[1] & 127, at = 2;
      if (size === 126) { if (this.left.length < 4) return; size = this.left.readUInt16BE(2); at = 4; }
      else if (size === 127) { if (this.left.length < 10) return; size = Number(this.left.readBigUInt64BE(2)); at = 10; }
      if (this.left.length < at + size) return;
      const kind = this.left[0] & 15, body = this.left.subarray(at, at + size);
      this.left = this.left.subarray(at + size);
      if (kind === 1) this.onmessage?.({ data: body.toString() });
      else if (kind === 9) this.#write(10, body);
      else if (kind === 8) this.socket.end();
    }
  }

  #write(kind, body) {
    if (this.socket.destroyed) return;
    const mask = randomBytes(4), size = body.length;
    const head = size < 126 ? Buffer.from([128 | kind, 128 | size]) : Buffer.from([128 | kind, 254, size >> 8, size & 255]);
    this.socket.write(Buffer.concat([head, mask, body.map((byte, place) => byte ^ mask[place % 4])]));
  }

  #over() {
    const told = this.onclose;
    this.onclose = this.onerror = null;
    told?.();
  }
}
