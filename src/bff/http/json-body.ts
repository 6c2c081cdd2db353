import type { FastifyInstance } from 'fastify';
import { failure } from './problems.ts';

/** Deepest nesting of a body; the deepest that any route takes has about ten levels. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether a JSON text nests deeper than is taken: functions that call themselves would overflow. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (quoted) {
      if (unit === BACKSLASH) at += 1;
      else if (unit === QUOTE) quoted = false;
    } else if (unit === QUOTE) quoted = true;
    else if (OPENING.has(unit)) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(unit)) depth -= 1;
  }
  return false;
}

/** Bodies are JSON and nothing else; an empty one is none. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    if (text === '') {
      done(null, undefined);
      return;
    }
    if (isTooDeep(text)) {
      done(failure(400, 'invalid_request', `The body is nested deeper than ${MAX_DEPTH} levels.`));
      return;
    }
    try {
      done(null, JSON.parse(text));
    } catch {
      done(failure(400, 'invalid_request', 'The body is not well-formed JSON.'));
    }
  });
}
