import type { FastifyReply } from 'fastify';
import type { FaultKind } from './rules.ts';

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

/**
 * Sends the answer of a success, disturbed by a fault where there is one.
 * @param body null: no body
 */
export function sendAnswer(
  reply: FastifyReply,
  status: number,
  body: unknown,
  fault: FaultKind | null,
): FastifyReply {
  void reply.code(status);
  const json = (content: string) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(content);
  switch (fault) {
    case 'reset-after':
      reply.hijack();
      reply.raw.socket?.destroy();
      return reply;
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
    case 'delay':
    case 'hang':
    case 'reset-before':
    case 'status':
    case null:
      return body === null ? reply.send() : json(JSON.stringify(body));
  }
}
