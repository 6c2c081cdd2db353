import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BATCH_LIES } from './batch-lies.ts';
import { endlessPage } from './paging-faults.ts';
import type { FaultRule } from './rules.ts';

/** Fields with enumerated values, which get an unknown one. */
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

/** Default size of a huge answer, in bytes. */
export const HUGE_BYTES = 64 * 1024 * 1024;
const PADDING = ' '.repeat(64 * 1024);

/** A valid answer after an excessive amount of white space. */
function* padded(content: string, bytes: number): Generator<string> {
  for (let left = bytes - content.length; left > 0; left -= PADDING.length) {
    yield PADDING.slice(0, left);
  }
  yield content;
}

/** Announces the whole answer, sends half of it and disconnects. */
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

type Change = (body: unknown, rule: FaultRule, request: FastifyRequest) => unknown;

/** Faults that change the content of an answer. */
const CONTENT: Partial<Record<FaultRule['kind'], Change>> = {
  ...BATCH_LIES,
  'endless-paging': (body, _rule, request) => endlessPage(body, request),
  'unknown-enum': (body) => changed(body, (key, value) => (ENUM_FIELDS.has(key) ? UNKNOWN : value)),
  nulls: (body) =>
    changed(body, (key, value) =>
      KEPT.has(key) || (typeof value === 'object' && value !== null) ? value : null,
    ),
};

function sendJson(reply: FastifyReply, content: string | Readable): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(content);
}

type Delivery = (
  reply: FastifyReply,
  status: number,
  text: string,
  rule: FaultRule,
) => FastifyReply;

/** Faults that decide how an answer is sent. */
const DELIVERIES: Partial<Record<FaultRule['kind'], Delivery>> = {
  'reset-after': (reply) => {
    reply.hijack();
    reply.raw.socket?.destroy();
    return reply;
  },
  truncated,
  huge: (reply, _status, text, { bytes = HUGE_BYTES }) =>
    sendJson(reply, Readable.from(padded(text, bytes))),
  'malformed-json': (reply, _status, text) => sendJson(reply, `${text.slice(0, -1)},`),
  'wrong-content-type': (reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .send('<!doctype html><title>Gateway</title><p>Maintenance'),
};

/**
 * Sends a successful answer, changed by faults if there are any.
 * @param body null: no body
 * @param struck the faults; all of them change the content, the last one decides how it is sent
 */
export function sendAnswer(
  reply: FastifyReply,
  status: number,
  body: unknown,
  struck: readonly FaultRule[],
): FastifyReply {
  void reply.code(status);
  const content = struck.reduce(
    (answer, rule) => CONTENT[rule.kind]?.(answer, rule, reply.request) ?? answer,
    body,
  );
  const text = JSON.stringify(content ?? {});
  const last = struck.findLast(({ kind }) => DELIVERIES[kind] !== undefined);
  const deliver = last && DELIVERIES[last.kind];
  if (last !== undefined && deliver !== undefined) return deliver(reply, status, text, last);
  return content === null ? reply.send() : sendJson(reply, text);
}
