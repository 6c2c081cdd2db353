import type { RawAnswer } from '../upstream/exchange.ts';

/** An answer of a Service that accepts, as it arrives. @param body a text is sent as it is */
export function rawAnswer(body: unknown, status = 200): RawAnswer {
  return {
    status,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}
