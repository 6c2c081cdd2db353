import { buildConnector } from 'undici';

type Made = Parameters<buildConnector.Callback>;
type Socket = NonNullable<Made[1]>;

/** A connection that nobody has used, or the attempt to make it. */
interface Spare {
  /** Null while it is being made. */
  socket: Socket | null;
  /** Takes it out of the spares. */
  release: () => void;
  /** Waits for a connection that is being made; its failure is the taker's. */
  onMade: buildConnector.Callback | null;
}

/** Connections for requests that are sent once: each carries one request and was never used before. */
export interface SocketsAhead {
  /** Begins connecting until this many wait, or the bound is reached. */
  prepare(count: number): void;
  /** Hands out a connection: one made ahead, one that is being made, or a new one. */
  connector: buildConnector.connector;
  close(): void;
}

/** What is usual for an idle connection is 5 s and more: an older one may be closing at the other end. */
const MAX_AGE_MS = 4000;
const MAX_SPARES = 8;

/**
 * Connects ahead, so that a dispatch need not wait for TCP and TLS.
 * @param origin of the Service
 * @param connectMs time for one connection, in milliseconds
 */
export function createSocketsAhead(origin: string, connectMs: number): SocketsAhead {
  const connect = buildConnector({ timeout: connectMs });
  const { host, hostname, protocol, port } = new URL(origin);
  const spares = new Set<Spare>();

  const keep = (spare: Spare, socket: Socket) => {
    const discard = () => {
      spare.release();
      socket.destroy();
    };
    const timer = setTimeout(discard, MAX_AGE_MS).unref();
    spare.socket = socket;
    spare.release = () => {
      clearTimeout(timer);
      spares.delete(spare);
      socket.off('readable', discard).off('close', discard).off('error', discard);
    };
    // The Service has nothing to say yet: what can be read is its end.
    socket.on('readable', discard).on('close', discard).on('error', discard);
  };

  const open = () => {
    const spare: Spare = { socket: null, release: () => spares.delete(spare), onMade: null };
    spares.add(spare);
    connect({ host, hostname, protocol, port }, (...made) => {
      const [error, socket] = made;
      if (spare.onMade !== null) return spare.onMade(...made);
      if (error !== null) return spare.release();
      if (spares.has(spare)) keep(spare, socket);
      else socket.destroy();
    });
  };

  const prepare = (count: number) => {
    while (spares.size < Math.min(count, MAX_SPARES)) open();
  };

  return {
    prepare,
    connector(options, callback) {
      const made = [...spares].find(({ socket }) => socket !== null);
      const spare = made ?? [...spares][0];
      spare?.release();
      if (spare === undefined) connect(options, callback);
      else if (spare.socket === null) spare.onMade = callback;
      // The client does not notice a connection that it gets while it still asks.
      else queueMicrotask(callback.bind(null, null, spare.socket));
      prepare(1);
    },
    close() {
      for (const spare of spares) {
        spare.release();
        spare.socket?.destroy();
      }
    },
  };
}
