import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import type { Resolution } from '../../../contract/console/resolution.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { pageOf } from '../../../contract/paging.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { failure } from '../../../http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import type { IntentRow } from '../../../store/schema/schema.ts';
import {
  OUTAGE_PAUSE_MS,
  failureMessage,
  type OutageBreaker,
} from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import { beginCheck, dueChecks, finishCheck, membersToRead } from './checks.ts';
import { spanToRead, storeRead, storeUnread } from './evidence.ts';
import { latestResolutions } from './read-resolution.ts';
import type { ResolverLimits } from './rule.ts';

const PAGE_SIZE = 100;
/** Maximum pages of one Entity, in case the list has no end. */
const MAX_PAGES = 50;
/** Checks that run at a time, so that a small one need not wait behind a large one. */
const CHECKS = 8;
/** Maximum reads in flight for each of them. */
const AT_ONCE = 4;
/** Longest pause while nothing is due; new unknown outcomes wake the resolver. */
const IDLE_MS = 60_000;

/** Unlike a list that is only shown, one without rows must say so: null is no evidence. */
const CommandPage = pageOf(Command).extend({ data: z.array(Command) });

/** Determines the outcome of dispatches for which it is unknown. It only reads. */
export interface Resolver {
  /** Starts, or looks for new work at once. */
  wake(): void;
  /**
   * Begins a check for an operator, or answers the running one.
   * @throws Failure 404 without such a batch, 400 if its outcome is known
   */
  check(dispatchId: string, operatorName: string): Promise<Resolution>;
  /** Stops and waits for reads in flight; a check continues after the next start. */
  stop(): Promise<void>;
}

const UNSOUND = 'The list of its Commands names one twice, or one of another Entity.';
const CUT_OFF = 'The list of its Commands does not say how it goes on.';
const unusable = (message: string) => new UpstreamFault('unusable', message);

/** Dependencies of the resolver. */
export interface ResolverParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call' | 'clockOffset'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  limits: ResolverLimits;
  /** Called after part of the check of a dispatch was stored, with whether Commands were added to its batch. */
  onChange(dispatchId: string, adopted: boolean): void;
  /** Called when the resolver itself failed; it continues. */
  onError(error: unknown): void;
}

/** Creates the resolver; `wake` starts it. Resumes from the store after a restart. */
export function createResolver(parts: ResolverParts): Resolver {
  const { db, clock, upstream, budget, breaker, limits } = parts;
  const abort = new AbortController();
  // Many reads wait for it at once.
  setMaxListeners(0, abort.signal);
  const running = new Map<string, Promise<void>>();

  /** All Commands that an Entity has where those of a dispatch would be. @throws UpstreamFault if not all are known */
  const readCommands = async (intent: IntentRow, entityId: string): Promise<Command[]> => {
    const span = spanToRead(intent, clock.now(), limits);
    const commands = new Map<string, Command>();
    let continuationToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = {
        start: isoInstant(span.from),
        // The end of a time frame is exclusive.
        end: isoInstant(span.to + 1),
        pageSize: PAGE_SIZE,
        continuationToken,
      };
      const answer = await budget.run(
        () => upstream.call(ENDPOINTS.listCommands, { params: { entityId }, query }, abort.signal),
        abort.signal,
      );
      const { data, meta, links } = readAnswer(CommandPage, answer);
      for (const command of data) {
        if (commands.has(command.id) || command.entityId !== entityId) throw unusable(UNSOUND);
        commands.set(command.id, command);
      }
      const next = meta?.continuationToken ?? null;
      if (next === null && (links?.next ?? null) !== null) throw unusable(CUT_OFF);
      if (next === null) return [...commands.values()];
      continuationToken = next;
    }
    throw unusable(`The list of its Commands has over ${MAX_PAGES} pages.`);
  };

  const checkMember = async (intent: IntentRow, entityId: string): Promise<void> => {
    const member = { dispatchId: intent.id, entityId };
    try {
      const commands = await readCommands(intent, entityId);
      breaker.answered(entityId);
      const read = { intent, commands, dates: upstream.clockOffset() };
      const evidence = await storeRead(db, member, read, clock.now(), limits);
      parts.onChange(intent.id, evidence === 'landed');
    } catch (error) {
      if (loop.isStopped()) return;
      if (!(error instanceof UpstreamFault)) throw error;
      breaker.failed(entityId, error);
      await storeUnread(db, member, failureMessage(error), clock.now());
    }
  };

  /** Begins a check, or goes on with the running one, and ends it. */
  const runCheck = async (dispatchId: string): Promise<void> => {
    const intent = await beginCheck(db, { dispatchId, operatorName: null }, clock.now());
    parts.onChange(dispatchId, false);
    const members = (await membersToRead(db, dispatchId)).values();
    const worker = async () => {
      for (const entityId of members) {
        if (loop.isStopped()) return;
        await checkMember(intent, entityId);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (loop.isStopped()) return;
    await finishCheck(db, dispatchId, clock.now(), limits);
    parts.onChange(dispatchId, false);
  };

  const start = (dispatchId: string) => {
    const ended = async () => {
      try {
        await runCheck(dispatchId);
        running.delete(dispatchId);
        loop.wake();
      } catch (error) {
        running.delete(dispatchId);
        if (!loop.isStopped()) parts.onError(error);
      }
    };
    running.set(dispatchId, ended());
  };

  /** Starts the checks that are due. @returns when to look again */
  const look = async (): Promise<number> => {
    const due = await dueChecks(db);
    const now = clock.now();
    const later = due.map(({ dueAt }) => dueAt - now).filter((ms) => ms > 0);
    for (const { dispatchId, dueAt } of due) {
      if (dueAt <= now && running.size < CHECKS && !running.has(dispatchId)) start(dispatchId);
    }
    // One that fails is tried again.
    return Math.min(...later, running.size > 0 ? OUTAGE_PAUSE_MS : IDLE_MS);
  };

  const loop = createWorkLoop({
    clock,
    look,
    // An outage does not hold a check: it ends with the failures, in the Service's own message.
    holdMs: () => 0,
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      if (!loop.isStopped()) parts.onError(error);
    },
  });

  return {
    wake: () => {
      loop.wake();
    },
    async check(dispatchId, operatorName) {
      const now = clock.now();
      await beginCheck(db, { dispatchId, operatorName }, now);
      parts.onChange(dispatchId, false);
      loop.wake();
      const resolution = (await latestResolutions(db, [dispatchId], now)).get(dispatchId);
      if (resolution === undefined) {
        throw failure(404, 'not_found', `There is no check of batch ${dispatchId}.`);
      }
      return resolution;
    },
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
      await Promise.all(running.values());
    },
  };
}
