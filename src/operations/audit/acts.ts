import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActAudit, Route } from '../../bff/http/route.ts';
import { failure } from '../../bff/http/problems.ts';
import {
  askedEntries,
  endedEntry,
  entryFor,
  madeBy,
  outcomeOf,
  targetOf,
  wordsOf,
  type Asked,
} from './act-entries.ts';
import { withActRows, withDoneRow, type ActEnd } from './act-rows.ts';
import type { Audit } from './audit.ts';
import type { AuditEntry } from './chain.ts';
import { auditSignIn, auditSignOut, type SignInParts } from './sign-in-acts.ts';

/** Sends a file, and waits until the browser has it or has gone. @returns its outcome */
async function deliver(reply: FastifyReply, file: Readable): Promise<string> {
  void reply.send(file);
  try {
    await finished(reply.raw);
  } catch {
    return 'cut off';
  }
  return reply.statusCode < 400 ? 'done' : 'failed';
}

const NO_ROOM =
  'The disk of the console is nearly full, and the outcome might not fit any more, so nothing was done. Make room on the disk.';

/** Dependencies of acts. */
export interface ActParts extends SignInParts {
  /** Looks whether the disk has room for a change with its outcome. */
  hasRoom(): Promise<boolean>;
}

function auditAct(route: Route, rule: ActAudit, parts: ActParts): Route {
  const { audit } = parts;
  return {
    ...route,
    refused(request, thrown) {
      const { action } = rule;
      const [target, body] = [targetOf(rule, request), wordsOf(thrown)];
      audit.note(
        ['refused', request.signedIn?.sessionHash, action, target, body.code].join(' '),
        entryFor(request, { action, outcome: outcomeOf(thrown), target, body }),
      );
    },
    async prepare(request, reply) {
      const run = await route.prepare(request, reply);
      if (rule.needsRoom && !(await parts.hasRoom()))
        throw failure(503, 'store_unavailable', NO_ROOM);
      const asked = askedEntries(rule, request);
      return rule.action === 'dispatch'
        ? recordedWithAct(request, reply, asked, audit, run)
        : recordedAround(request, reply, rule, asked, audit, run);
    },
  };
}

async function recordOrRefuse(audit: Audit, entries: readonly AuditEntry[]): Promise<void> {
  try {
    await audit.record(...entries);
  } catch (error) {
    throw failure(
      503,
      'store_unavailable',
      'The audit log cannot be written at the moment, so nothing was done.',
      { cause: error },
    );
  }
}

async function recordEnd(request: FastifyRequest, audit: Audit, entry: AuditEntry) {
  try {
    await audit.record(entry);
  } catch (error) {
    // The act is done and its beginning is recorded; the operator gets the answer.
    request.log.warn({ err: error }, 'the outcome of an act could not be recorded');
  }
}

/**
 * Records the beginning of an act durably before it begins, and the outcome after it, unless the act stored that it is
 * done: whatever happens after that, it took effect.
 */
function recordedAround(
  request: FastifyRequest,
  reply: FastifyReply,
  rule: ActAudit,
  asked: Asked,
  audit: Audit,
  run: () => Promise<unknown>,
) {
  const isDone = withDoneRow(request, audit, asked[0]);
  const record = async (entry: AuditEntry) => {
    if (!isDone()) await recordEnd(request, audit, entry);
  };
  const end = (outcome: string, upstreamStatus: number | null, body: unknown) =>
    record({ ...asked[0], outcome, upstreamStatus, body });
  return async () => {
    await recordOrRefuse(audit, asked);
    let answer: unknown;
    try {
      answer = await run();
    } catch (thrown) {
      await record(endedEntry(asked[0], { thrown }));
      throw thrown;
    }
    if (answer instanceof Readable) {
      await end(await deliver(reply, answer), null, null);
      return undefined;
    }
    await end('done', rule.upstream ? reply.statusCode : null, madeBy(answer, asked[0]));
    return answer;
  };
}

/**
 * An act that writes its rows with what it stores. Rows that it did not write, because it was refused before
 * it stored anything, are written after it. A repeated answer is one row that says so.
 */
function recordedWithAct(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  audit: Audit,
  run: () => Promise<unknown>,
) {
  const rows = withActRows(request, audit, asked, (end) => endedEntry(asked[0], end));
  const complete = async (end: ActEnd) => {
    if (rows.hasEnded()) return;
    if (rows.isRepeated()) {
      await recordOrRefuse(audit, [{ ...asked[0], outcome: 'repeated', body: null }]);
      return;
    }
    const entry = endedEntry(asked[0], end);
    if (rows.hasBegun()) await recordEnd(request, audit, entry);
    else await recordOrRefuse(audit, [...asked, entry]);
  };
  return async () => {
    let answer: unknown;
    try {
      answer = await run();
    } catch (thrown) {
      await complete({ thrown });
      throw thrown;
    }
    await complete({ upstreamStatus: reply.statusCode });
    return answer;
  };
}

/** Adds the recording that a route declares. The first row is durable before the act begins. */
export function audited(route: Route, parts: ActParts): Route {
  if (route.audit === 'none') return route;
  if (route.audit === 'sign-in') return auditSignIn(route, parts);
  if (route.audit === 'sign-out') return auditSignOut(route, parts.audit);
  return auditAct(route, route.audit, parts);
}
