import type { FastifyReply } from 'fastify';
import { CACHE_CONTROL, STALE_HEADER, type Stale } from '../../contract/console/stale.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { errorWords } from '../../domain/error-words.ts';
import { UpstreamFault, type FaultKind } from '../../http/fault.ts';
import { failureOf, problemOf } from '../../http/problems.ts';
import { printable } from '../../lib/well-formed.ts';
import type { CallInput } from '../upstream/client.ts';

/** What the Service said last in answer to a question. */
export interface LastKnown {
  /** JSON in the Service's own shape. */
  body: string;
  /** When it was read as a whole, in milliseconds since the epoch. */
  readAt: number;
  /** Whether a change was accepted since, or may have happened. */
  changedSince: boolean;
}

/**
 * Finds what the Service said last. It answers for whole lists, never for a page of one.
 * @returns null if it never answered this as a whole
 */
export type FindLastKnown = (name: EndpointName, input: CallInput) => Promise<LastKnown | null>;

/** Longest message about a stale answer, in characters: it travels in a header. */
const MESSAGE_MAX = 300;

/** The Service was not reached, or did not answer to the end. */
const NO_ANSWER: ReadonlySet<FaultKind> = new Set([
  'not-connected',
  'connect-timeout',
  'timeout',
  'broken',
  'token-unavailable',
]);

/** Whether the Service failed, so that what it said last may stand in; not if it refused. RFC 5861, 4. */
export function mayBeStale(error: unknown): boolean {
  if (!(error instanceof UpstreamFault)) return false;
  const { status, kind } = error;
  return status === null ? NO_ANSWER.has(kind) : status === 429 || status >= 500;
}

/** What the request allows. An answer to a question with a token is a part of a list, and never stale. */
export function allowed(cacheControl: string | undefined, { query }: CallInput) {
  const isPart = query['continuationToken'] !== undefined;
  const told = (cacheControl ?? '').split(',').map((each) => each.trim().toLowerCase());
  return {
    atOnce: !isPart && told.includes(CACHE_CONTROL.maxStale),
    ifError: !isPart && !told.includes(CACHE_CONTROL.live),
  };
}

/**
 * Sets the headers of a stale answer: its age, its time, and why the Service did not answer.
 * @param error why; null: it was not asked
 */
export function markStale(
  reply: FastifyReply,
  { readAt, changedSince }: LastKnown,
  error: unknown,
  now: number,
): void {
  const stale: Stale = {
    reason: error === null ? null : shortProblem(error, reply.request.id),
    beforeChange: changedSince,
  };
  reply.headers({
    Age: String(Math.max(0, Math.floor((now - readAt) / 1000))),
    'Last-Modified': new Date(readAt).toUTCString(),
    [STALE_HEADER]: encodeURIComponent(JSON.stringify(stale)),
  });
}

function shortProblem(error: unknown, requestId: string): Stale['reason'] {
  const failed = failureOf(error);
  const [first] = failed.detail.errors;
  const words = (first === undefined ? null : errorWords(first)) ?? failed.message;
  const message = printable(words.slice(0, MESSAGE_MAX));
  return { ...problemOf(failed, requestId), errors: [{ code: null, message, description: null }] };
}
