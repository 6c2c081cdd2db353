import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const RETRY_MS = 50;

/**
 * A line between a browser and the console that outlives the console: while nobody listens behind it,
 * new connections are kept waiting, as a proxy in front of a restarting server does.
 */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #targetPort: () => number;
  #heard = '';
  #closed = false;

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

  /** How many requests that begin with these words came from the browser. */
  heard(start: string): number {
    return this.#heard.split(start).length - 1;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(browser: Socket): void {
    const waiting: Buffer[] = [];
    let target: Socket | null = null;
    this.#sockets.add(browser);
    browser.on('error', () => browser.destroy());
    browser.on('data', (chunk) => {
      this.#heard += chunk.toString('latin1');
      if (target === null) waiting.push(chunk);
      else target.write(chunk);
    });
    const dial = () => {
      if (this.#closed || browser.destroyed) return;
      const socket = connect(this.#targetPort(), '127.0.0.1');
      socket.once('error', () => {
        if (target === null) setTimeout(dial, RETRY_MS);
        socket.destroy();
      });
      socket.once('connect', () => {
        target = socket;
        this.#sockets.add(socket);
        for (const chunk of waiting) socket.write(chunk);
        socket.pipe(browser);
        socket.on('close', () => browser.destroy());
        browser.on('close', () => socket.destroy());
      });
    };
    dial();
  }
}
