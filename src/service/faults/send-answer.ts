import type { FastifyReply, FastifyRequest } from 'fastify';
import { BATCH_LIES } from './batch-lies.ts';
import { endlessPage } from './paging-faults.ts';
import type { FaultRule } from './rules.ts';

/** Fields with enumerated values, which get an unknown one. */
const ENUM_FIELDS = new Set(['status', 'type', 'feature']);
const UNKNOWN = 'Quiescent';

function unknownEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unknownEnums);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      ENUM_FIELDS.has(key) ? UNKNOWN : unknownEnums(inner),
    ]),
  );
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
  'unknown-enum': unknownEnums,
};

function sendJson(reply: FastifyReply, content: string): FastifyReply {
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
  'malformed-json': (reply, _status, text) => sendJson(reply, `${text.slice(0, -1)},`),
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
