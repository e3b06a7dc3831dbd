import { Readable } from 'node:stream';

/** A slow client gets no more than this; it reads the latest event after it has reconnected. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** A response of server-sent events, which stays open until the client or the server ends it. */
export class EventStream {
  readonly content: Readable;

  /** @param onClose called once when either side has ended it */
  constructor(onClose: () => void) {
    this.content = new Readable({ read: () => {}, highWaterMark: MAX_BUFFERED_BYTES });
    this.content.once('close', onClose);
  }

  /** Sends an event. Its id tells a client that reconnects which one it has seen. */
  send(id: number, data: object): void {
    this.#push(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a comment, so that neither proxies nor the client take a quiet stream for a broken one. */
  sendHeartbeat(): void {
    this.#push(':\n\n');
  }

  end(): void {
    if (!this.content.destroyed) this.content.push(null);
  }

  #push(text: string): void {
    if (this.content.destroyed || this.content.readableEnded) return;
    if (!this.content.push(text)) this.content.destroy();
  }
}
