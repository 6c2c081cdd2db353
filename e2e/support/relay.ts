import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const RETRY_MS = 50;

/**
 * A line between a browser and the console that outlives the console, as a proxy in front of a restarting
 * server does: while nothing listens behind it connections wait, and a request on which the server dies
 * without any answer is sent once more. Browsers do the same on a connection that they use again.
 */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #targetPort: () => number;
  #sent = '';
  #closed = false;
  /** Requests that begin with these words get no answer. */
  holds: string | null = null;

  private constructor(targetPort: () => number) {
    this.#targetPort = targetPort;
    this.#server = createServer((browser) => {
      this.#join(browser);
    });
  }

  /** Listens on a free port; the target may be known later. */
  static async listen(targetPort: () => number): Promise<Relay> {
    const relay = new Relay(targetPort);
    await new Promise<void>((resolve) => {
      relay.#server.listen(0, '127.0.0.1', resolve);
    });
    return relay;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** How many requests that begin with these words were sent to the console, repeated ones too. */
  sent(start: string): number {
    return this.#sent.split(start).length - 1;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(browser: Socket): void {
    /** What the browser has sent since the console's last answer. */
    let unanswered: Buffer[] = [];
    let isAnswered = false;
    let target: Socket | null = null;
    const send = (socket: Socket, chunk: Buffer) => {
      this.#sent += chunk.toString('latin1');
      socket.write(chunk);
    };
    const dial = () => {
      if (this.#closed || browser.destroyed) return;
      const socket = connect(this.#targetPort(), '127.0.0.1');
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('connect', () => {
        target = socket;
        for (const chunk of unanswered) send(socket, chunk);
      });
      socket.on('data', (chunk) => {
        isAnswered = true;
        unanswered = [];
        browser.write(chunk);
      });
      socket.on('close', () => {
        target = null;
        this.#sockets.delete(socket);
        if (isAnswered && unanswered.length === 0) browser.destroy();
        else setTimeout(dial, RETRY_MS);
      });
    };
    this.#sockets.add(browser);
    browser.on('error', () => browser.destroy());
    browser.on('close', () => target?.destroy());
    browser.on('data', (chunk) => {
      if (this.holds !== null && chunk.toString('latin1').startsWith(this.holds)) return;
      unanswered.push(chunk);
      if (target !== null) send(target, chunk);
    });
    dial();
  }
}
