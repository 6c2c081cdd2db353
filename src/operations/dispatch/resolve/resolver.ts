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
import { readAnswer, type UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { latestResolutions } from './read-resolution.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import {
  OUTAGE_PAUSE_MS,
  failureMessage,
  type OutageBreaker,
} from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import {
  expectedBy,
  intentOf,
  storeRead,
  storeUnread,
  type MemberToRead,
  type ReadCommands,
  type ResolverLimits,
} from './finding-store.ts';
import { beginCheck, finishCheck, plannedChecks, runningChecks } from './resolve-store.ts';
import { spanOf } from './rule.ts';

const PAGE_SIZE = 100;
/** Maximum pages of one Entity, in case the list has no end. */
const MAX_PAGES = 50;
/** Members that are read in one pass, over all checks; each check gets a share. */
const CHUNK = 32;
/** Maximum reads in flight. */
const AT_ONCE = 8;
/** How often a check's progress is announced, in milliseconds; finds are announced at once. */
const TELL_MS = 1000;
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
  const toldAt = new Map<string, number>();

  /** All Commands that an Entity has where those of a dispatch would be. @throws UpstreamFault if not all are known */
  const readCommands = async ({ dispatchId, entityId }: MemberToRead): Promise<ReadCommands> => {
    const expected = await expectedBy(db, await intentOf(db, dispatchId), clock.now(), limits);
    const span = spanOf(expected);
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
      if (next === null) {
        return { commands: [...commands.values()], expected, dates: upstream.clockOffset() };
      }
      continuationToken = next;
    }
    throw unusable(`The list of its Commands has over ${MAX_PAGES} pages.`);
  };

  const checkMember = async (member: MemberToRead): Promise<void> => {
    const { dispatchId, entityId } = member;
    try {
      const read = await readCommands(member);
      breaker.answered(entityId);
      const now = clock.now();
      const tell = now - (toldAt.get(dispatchId) ?? 0) >= TELL_MS;
      if (tell) toldAt.set(dispatchId, now);
      const landed = (await storeRead(db, member, read, now, limits)) === 'landed';
      if (tell || landed) parts.onChange(dispatchId, landed);
    } catch (error) {
      if (loop.isStopped()) return;
      if (!(error instanceof UpstreamFault)) throw error;
      breaker.failed(entityId, error);
      await storeUnread(db, member, failureMessage(error), clock.now());
    }
  };

  /** Reads some members of each running check. @returns whether there was anything to do */
  const readSome = async (): Promise<boolean> => {
    const running = await runningChecks(db, CHUNK);
    const members = running.flatMap((check) => check.members);
    for (const check of running.filter((each) => each.members.length === 0)) {
      await finishCheck(db, check.dispatchId, clock.now(), limits);
      toldAt.delete(check.dispatchId);
      parts.onChange(check.dispatchId, false);
    }
    const queue = members.values();
    const worker = async () => {
      for (const member of queue) {
        if (loop.isStopped()) return;
        await checkMember(member);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return running.length > 0;
  };

  /** Does all the work there is. @returns when to look again */
  const work = async (): Promise<number> => {
    let nextAt = Number.POSITIVE_INFINITY;
    let busy = true;
    while (busy && !abort.signal.aborted) {
      nextAt = Number.POSITIVE_INFINITY;
      for (const { dispatchId, dueAt } of await plannedChecks(db)) {
        const now = clock.now();
        if (dueAt > now) nextAt = Math.min(nextAt, dueAt);
        else {
          await beginCheck(db, { dispatchId, operatorName: null }, now);
          parts.onChange(dispatchId, false);
        }
      }
      busy = await readSome();
    }
    return Math.min(Math.max(nextAt - clock.now(), 0), IDLE_MS);
  };

  const loop = createWorkLoop({
    clock,
    look: work,
    // An outage does not hold a check: it ends with the failures, in the Service's own message.
    holdMs: () => 0,
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      if (!loop.isStopped()) parts.onError(error);
    },
  });
  const wake = () => {
    loop.wake();
  };

  return {
    wake,
    async check(dispatchId, operatorName) {
      await beginCheck(db, { dispatchId, operatorName }, clock.now());
      parts.onChange(dispatchId, false);
      wake();
      const resolution = (await latestResolutions(db, [dispatchId])).get(dispatchId);
      if (resolution === undefined) {
        throw failure(404, 'not_found', `There is no check of batch ${dispatchId}.`);
      }
      return resolution;
    },
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
    },
  };
}
