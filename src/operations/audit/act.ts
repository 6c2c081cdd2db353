import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Act, ActAudit, Route } from '../../http/route.ts';
import { failure } from '../../http/problems.ts';
import type { StoreTransaction } from '../../store/in-transaction.ts';
import {
  askedEntries,
  endEntry,
  entryFor,
  failureEntry,
  madeBy,
  targetOf,
  withRequest,
} from './act-entries.ts';
import { objectOf, type Audit } from './audit.ts';
import { valuesBefore } from './before.ts';
import type { AuditEntry } from './chain.ts';
import { auditSignIn, auditSignOut, type SignInParts } from './sign-ins.ts';

const NO_ROOM =
  'The disk of the console is nearly full, and the outcome might not fit any more, so nothing was done. Make room on the disk.';

/** Dependencies of acts. */
export interface ActParts extends SignInParts {
  /** Looks whether the disk has room for a change with its outcome. */
  hasRoom(): Promise<boolean>;
}

/** The act of a request, with what the route itself does not write. */
interface RecordedAct extends Act {
  /** Writes the row with the outcome, unless it is written or will be. @param words of a failure, or what was made */
  complete(outcome: string, upstreamStatus: number | null, words: object | null): Promise<void>;
}

/** Whether the ledger stores when it begins, and how it ends. */
function isLedgerAct({ action }: ActAudit): boolean {
  return action === 'dispatch' || action === 'dispatch-approved';
}

function actOf(request: FastifyRequest, rule: ActAudit, audit: Audit): RecordedAct {
  let asked = askedEntries(rule, request);
  let [own] = asked;
  /** Adds what the console knew of the target before it. */
  const look = async (trx: StoreTransaction) => {
    const was = await valuesBefore(trx, own);
    if (was === null) return;
    own = { ...own, body: { was, ...objectOf(own.body) } };
    asked = [own, ...asked.slice(1)];
  };
  const isOfLedger = isLedgerAct(rule);
  let stage: 'asked' | 'begun' | 'ended' = 'asked';
  return {
    async done(work, told = () => null) {
      const result = await audit.transaction(async (trx, add) => {
        await look(trx);
        const stored = await work(trx);
        add({ ...own, outcome: 'done', body: withRequest(told(stored), own) });
        return stored;
      });
      stage = 'ended';
      return result;
    },
    async begin(work) {
      const taken = await audit.together(async (trx, add) => {
        await look(trx);
        const found = await work(trx);
        const outcome = found === null ? 'begun' : found === 'waiting' ? 'waiting' : null;
        if (outcome !== null) for (const entry of asked) add({ ...entry, outcome });
        return found;
      });
      // The ledger stores how it ends, whatever happens to this request.
      if (taken === null) stage = isOfLedger ? 'ended' : 'begun';
      if (taken === 'waiting') stage = 'ended';
      return taken;
    },
    end: (end, work) =>
      audit.together(async (trx, add) => {
        const stored = await work(trx);
        if (stored !== null) add({ ...own, ...endEntry(end) });
        return stored;
      }),
    async repeated() {
      await audit.record({ ...own, outcome: 'repeated', body: null });
      stage = 'ended';
    },
    async complete(outcome, upstreamStatus, words) {
      if (stage === 'ended') return;
      const isTwo = stage === 'begun' || isOfLedger;
      const body = isTwo ? words : withRequest(words, own);
      const end: AuditEntry = { ...own, outcome, upstreamStatus, body };
      if (stage === 'asked') {
        await audit.record(...(isTwo ? asked : []), end);
        return;
      }
      try {
        await audit.record(end);
      } catch (error) {
        // The act is done and its beginning is recorded; the operator gets the answer.
        request.log.warn({ err: error }, 'the outcome of an act could not be recorded');
      }
    },
  };
}

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

function auditAct(route: Route, rule: ActAudit, parts: ActParts): Route {
  const { audit } = parts;
  return {
    ...route,
    refused(request, thrown) {
      const { action } = rule;
      const [target, failed] = [targetOf(rule, request), failureEntry(thrown)];
      audit.note(
        ['refused', request.signedIn?.sessionHash, action, target, failed.body.code].join(' '),
        entryFor(request, { action, target, ...failed }),
      );
    },
    async prepare(request, reply) {
      const act = actOf(request, rule, audit);
      const run = await route.prepare(request, reply, act);
      if (rule.needsRoom && !(await parts.hasRoom()))
        throw failure(503, 'store_unavailable', NO_ROOM);
      return async () => {
        if (rule.effect !== 'store' && !isLedgerAct(rule)) {
          await act.begin(() => Promise.resolve(null));
        }
        let answer: unknown;
        try {
          answer = await run();
        } catch (thrown) {
          const { outcome, upstreamStatus, body } = failureEntry(thrown);
          await act.complete(outcome, upstreamStatus, body);
          throw thrown;
        }
        if (answer instanceof Readable) {
          await act.complete(await deliver(reply, answer), null, null);
          return undefined;
        }
        const status = rule.effect === 'service' ? reply.statusCode : null;
        await act.complete('done', status, madeBy(answer, targetOf(rule, request)));
        return answer;
      };
    },
  };
}

/**
 * Adds the recording that a route declares. An act in the store has one row, in its own transaction; any other has a
 * row that is durable before it begins, and one with its outcome. A refused one has at least a row that says so.
 */
export function audited(route: Route, parts: ActParts): Route {
  if (route.audit === 'none') return route;
  if (route.audit === 'sign-in') return auditSignIn(route, parts);
  if (route.audit === 'sign-out') return auditSignOut(route, parts.audit);
  return auditAct(route, route.audit, parts);
}
