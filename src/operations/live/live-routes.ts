import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { LiveChanges } from '../../contract/console/live.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute, type RouteInput } from '../../http/define-route.ts';
import { READ, type Route } from '../../http/route.ts';
import { failure } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Store } from '../../store/schema/schema.ts';
import { withNews } from './changes.ts';
import type { Notifier } from './notifier.ts';
import { openStream, type LiveStream } from './stream.ts';

/**
 * Maximum streams of one session; one more ends the oldest. A browser opens six connections to an
 * origin: two must stay free for requests.
 */
const STREAMS_PER_SESSION = 4;

/** Dependencies of the live updates. */
export interface LiveParts {
  db: Kysely<Store>;
  clock: Clock;
  notifier: Notifier;
  /** Whether the store can be written; browsers are notified when this changes. */
  isWritable(): boolean;
  /** What the disk has room for, likewise. */
  diskState(): LiveChanges['disk'];
  /** Whether the Service answers, likewise. */
  serviceState(): LiveChanges['service'];
  /** The operator of a request, by its cookie, without counting as use of the session. */
  whoAsks(request: FastifyRequest): Promise<SignedIn | null>;
  sessions: Pick<Sessions, 'listen'>;
  onError(error: unknown): void;
}

/** Live updates to browsers. */
export interface Live {
  routes: Route[];
  /** Ends all streams and refuses new ones. */
  close(): void;
}

type StreamInput = RouteInput<typeof CONSOLE_ROUTES.live>;

/** Takes the answer over from the framework, with the headers set so far. */
function begin(reply: FastifyReply) {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  reply.raw.flushHeaders();
  return reply.raw;
}

/** Creates the live updates. */
export function createLive(parts: LiveParts): Live {
  const { db, clock, notifier } = parts;
  const bySession = new Map<string, Set<LiveStream>>();
  const shared = new Map<string | null, Promise<LiveChanges>>();
  let closed = false;

  const changesSince = async (since: string | null): Promise<LiveChanges> => ({
    ...(await withNews(db, notifier.since(since), clock.now())),
    writable: parts.isWritable(),
    disk: parts.diskState(),
    service: parts.serviceState(),
  });

  /** Streams at the same cursor get the same changes, which are read once for all of them. */
  const read = (since: string | null): Promise<LiveChanges> => {
    const underWay = shared.get(since);
    if (underWay !== undefined) return underWay;
    const reading = changesSince(since).finally(() => shared.delete(since));
    shared.set(since, reading);
    return reading;
  };

  const open = ({ query, signedIn, request, reply }: StreamInput) => {
    const { sessionHash, operator } = signedIn;
    if (closed) throw failure(503, 'stopping', 'The console is stopping.');
    const streams = bySession.get(sessionHash) ?? new Set();
    bySession.set(sessionHash, streams);
    const [oldest] = streams;
    if (streams.size >= STREAMS_PER_SESSION) oldest?.end('displaced');
    const stream = openStream(begin(reply), query.since ?? null, {
      clock,
      read,
      async isSignedIn() {
        const now = await parts.whoAsks(request);
        return now?.sessionHash === sessionHash && now.operator.role === operator.role;
      },
      onError: (error) => {
        parts.onError(error);
      },
      onClose() {
        endListening();
        streams.delete(stream);
        if (streams.size === 0) bySession.delete(sessionHash);
      },
    });
    const endListening = notifier.listen(() => {
      stream.notify();
    });
    streams.add(stream);
  };

  parts.sessions.listen((sessionHash) => {
    const concerned =
      sessionHash === null ? [...bySession.values()] : [bySession.get(sessionHash) ?? []];
    for (const streams of concerned) for (const stream of streams) stream.check();
  });

  const rules = { ...READ, background: true } as const;
  return {
    routes: [
      defineRoute(CONSOLE_ROUTES.live, rules, open),
      defineRoute(CONSOLE_ROUTES.liveChanges, rules, ({ query }) =>
        changesSince(query.since ?? null),
      ),
    ],
    close() {
      closed = true;
      for (const streams of bySession.values()) {
        for (const stream of streams) stream.end('stopping');
      }
    },
  };
}
