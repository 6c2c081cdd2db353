import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { endlessPage } from './paging-faults.ts';
import type { FaultRule } from './rules.ts';

/** Fields whose value is one of a set, and gets one that nobody knows. */
const ENUM_FIELDS = new Set(['status', 'type', 'feature']);
const UNKNOWN = 'Quiescent';
/** Fields that keep their value when all others become null. */
const KEPT = new Set(['id', 'entityId', 'batchId', 'access_token']);

function changed(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const kept = change(key, inner);
      return [key, kept === inner ? changed(inner, change) : kept];
    }),
  );
}

/** Size of a huge answer unless said, in bytes. */
const HUGE_BYTES = 64 * 1024 * 1024;
const PADDING = ' '.repeat(64 * 1024);

/** An answer that is valid, after far more white space than anyone wants to read. */
function* padded(content: string, bytes: number): Generator<string> {
  for (let left = bytes - content.length; left > 0; left -= PADDING.length) {
    yield PADDING.slice(0, left);
  }
  yield content;
}

/** Announces the whole answer, sends half of it and breaks off. */
function truncated(reply: FastifyReply, status: number, content: string): FastifyReply {
  reply.hijack();
  const bytes = Buffer.from(content);
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
  return reply;
}

/**
 * Sends the answer of a success, disturbed by a fault where there is one.
 * @param body null: no body
 */
export function sendAnswer(
  reply: FastifyReply,
  status: number,
  body: unknown,
  fault: FaultRule | null,
): FastifyReply {
  void reply.code(status);
  const json = (content: string | Readable) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(content);
  switch (fault?.kind) {
    case 'reset-after':
      reply.hijack();
      reply.raw.socket?.destroy();
      return reply;
    case 'truncated':
      return truncated(reply, status, JSON.stringify(body ?? {}));
    case 'huge':
      return json(Readable.from(padded(JSON.stringify(body ?? {}), fault?.bytes ?? HUGE_BYTES)));
    case 'endless-paging':
      return json(JSON.stringify(endlessPage(body, reply.request)));
    case 'malformed-json':
      return json(`${JSON.stringify(body ?? {}).slice(0, -1)},`);
    case 'wrong-content-type':
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .send('<!doctype html><title>Gateway</title><p>Maintenance');
    case 'unknown-enum':
      return json(
        JSON.stringify(changed(body, (key, value) => (ENUM_FIELDS.has(key) ? UNKNOWN : value))),
      );
    case 'nulls':
      return json(
        JSON.stringify(
          changed(body, (key, value) =>
            KEPT.has(key) || (typeof value === 'object' && value !== null) ? value : null,
          ),
        ),
      );
    case 'clock-jump':
    case 'delay':
    case 'duplicate-page':
    case 'hang':
    case 'reset-before':
    case 'reset-unread':
    case 'status':
    case 'token-refused':
    case undefined:
      return body === null ? reply.send() : json(JSON.stringify(body));
  }
}
