import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import type { Resolution } from '../../../contract/console/resolution.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { pageOf } from '../../../contract/paging.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readAnswer, type UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { latestResolutions } from './read-resolution.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import {
  OUTAGE_PAUSE_MS,
  failureMessage,
  type OutageBreaker,
} from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import { noteCommands } from './resolver-hints.ts';
import { storeEvidence, storeUnchecked } from './resolver-evidence.ts';
import { finishResolution, plannedChecks } from './resolver-plan.ts';
import {
  beginResolution,
  membersToRead,
  runningResolutions,
  type MemberToRead,
  type ResolverLimits,
} from './resolver-store.ts';

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

const CommandPage = pageOf(Command);

/** Determines the outcome of dispatches for which it is unknown. It only reads. */
export interface Resolver {
  /** Starts, or looks for new work at once. */
  wake(): void;
  /**
   * Begins a check for an operator, or answers the running one.
   * @throws Failure 404 without such a batch, 400 if its outcome is known
   */
  check(dispatchId: string, operatorName: string): Promise<Resolution>;
  /** Notes Commands of an Entity that were read for another purpose. */
  note(entityId: string, commands: readonly Command[]): Promise<void>;
  /** Stops and waits for reads in flight; a check continues after the next start. */
  stop(): Promise<void>;
}

/** Dependencies of the resolver. */
export interface ResolverParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call' | 'clockOffset'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  limits: ResolverLimits;
  /** Called after part of a check was stored, with whether Commands were added to a batch. */
  onChange(adopted: boolean): void;
  /** Called when the resolver itself failed; it continues. */
  onError(error: unknown): void;
}

/** Creates the resolver; `wake` starts it. Resumes from the store after a restart. */
export function createResolver(parts: ResolverParts): Resolver {
  const { db, clock, upstream, budget, breaker, limits } = parts;
  const abort = new AbortController();
  const toldAt = new Map<string, number>();

  /** All Commands of an Entity in the window of its check. */
  const readCommands = async ({ resolution, entityId }: MemberToRead): Promise<Command[]> => {
    const commands = new Map<string, Command>();
    let continuationToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = {
        start: isoInstant(resolution.window_start),
        // The end of a time frame is exclusive.
        end: isoInstant(resolution.window_end + 1),
        pageSize: PAGE_SIZE,
        continuationToken,
      };
      const answer = await budget.run(
        () => upstream.call(ENDPOINTS.listCommands, { params: { entityId }, query }, abort.signal),
        abort.signal,
      );
      const { data, meta } = readAnswer(CommandPage, answer);
      // A repeated page must not count a Command twice.
      for (const command of data) commands.set(command.id, command);
      const next = meta?.continuationToken ?? null;
      if (next === null) return [...commands.values()];
      continuationToken = next;
    }
    throw new UpstreamFault('unusable', `The list of its Commands has over ${MAX_PAGES} pages.`);
  };

  const checkMember = async (member: MemberToRead): Promise<void> => {
    try {
      const commands = await readCommands(member);
      breaker.answered(member.entityId);
      const now = clock.now();
      const { id } = member.resolution;
      const tell = now - (toldAt.get(id) ?? 0) >= TELL_MS;
      if (tell) toldAt.set(id, now);
      const at = { now, tell, dates: upstream.clockOffset() };
      const adopted = await storeEvidence(db, member, commands, at, limits);
      if (tell || adopted > 0) parts.onChange(adopted > 0);
    } catch (error) {
      if (loop.isStopped()) return;
      if (!(error instanceof UpstreamFault)) throw error;
      breaker.failed(member.entityId, error);
      await storeUnchecked(db, member, failureMessage(error), clock.now());
    }
  };

  /** Reads some members of each running check. @returns whether there was anything to do */
  const readSome = async (): Promise<boolean> => {
    const running = await runningResolutions(db);
    const share = Math.max(1, Math.floor(CHUNK / Math.max(running.length, 1)));
    const members: MemberToRead[] = [];
    for (const resolution of running) {
      const left = await membersToRead(db, resolution, share);
      members.push(...left);
      if (left.length > 0) continue;
      await finishResolution(db, resolution, clock.now(), limits);
      toldAt.delete(resolution.id);
      parts.onChange(false);
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
          const asked = { id: randomUUID(), dispatchId, operatorName: null };
          await beginResolution(db, asked, now, limits);
          parts.onChange(false);
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
      const asked = { id: randomUUID(), dispatchId, operatorName };
      await beginResolution(db, asked, clock.now(), limits);
      parts.onChange(false);
      wake();
      const resolution = (await latestResolutions(db, [dispatchId])).get(dispatchId);
      if (resolution === undefined) {
        throw failure(404, 'not_found', `There is no check of batch ${dispatchId}.`);
      }
      return resolution;
    },
    async note(entityId, commands) {
      if (await noteCommands(db, entityId, commands, clock.now(), limits)) wake();
    },
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
    },
  };
}
