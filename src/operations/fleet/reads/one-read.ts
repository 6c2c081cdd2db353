import type { Kysely } from 'kysely';
import { READ_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import { z } from '../../../contract/zod.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { LeftOutItems } from '../../../domain/left-out-items.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import {
  failureMessage,
  retryAfterMs,
  type OutageBreaker,
} from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import { knownSessions } from './known-sessions.ts';
import { EndlessPages, UNKNOWN_SIZES } from './read-pages.ts';
import type { ReadEnd } from './put-read.ts';
import { READS } from './resources.ts';

/** How often a list that is read halfway looks whether doubt about the Service is over, in milliseconds. */
const DOUBT_MS = 250;
/** A read that gets no usable answer is tried this often in a row, with these pauses in milliseconds. */
const RETRY_AFTER_MS = [1000, 3000] as const;
/** One that is to wait longer than this does so in the store, as a read that failed. */
const HELD_MAX_MS = 60_000;

const Resource = z.enum(READ_RESOURCES);

/** A read that is put off: for some milliseconds, until it may be sent, or behind all others. */
export class Later extends Error {
  override name = 'Later';
  readonly until: number | 'sent' | 'others';

  constructor(until: number | 'sent' | 'others') {
    super();
    this.until = until;
  }
}

/** What a read works with. */
export interface OneReadParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Told when the read itself failed, not the Service. */
  onError(error: unknown): void;
  /** Told of each request that is sent. */
  countRequest(resource: ReadResource): void;
  isStopped(): boolean;
  /** Ends what is under way. */
  signal: AbortSignal;
}

/**
 * Reads one resource to its end, page after page.
 * @param how.isProbe whether it is to tell if the Service is away: it is sent while others wait
 * @param how.tries how often in a row it got no usable answer
 * @throws Later if the read must be tried again later; what the store throws
 */
export type OneRead = (
  record: FleetReadRow,
  how: { isProbe: boolean; tries: number },
) => Promise<ReadEnd>;

const isRefusal = (error: unknown) => error instanceof UpstreamFault && error.kind === 'refused';
/** What the breaker knows a read by: what there is once fails each for itself. */
export const targetOf = ({ entity_id: id, resource }: FleetReadRow) => (id === '' ? resource : id);

/** Creates the reader of single resources. It remembers what sizes of pages the Service takes. */
export function createOneRead(parts: OneReadParts): OneRead {
  const { db, clock, breaker, budget, signal } = parts;
  const sizes = { ...UNKNOWN_SIZES };

  /** Passes some milliseconds; a stop ends it. */
  const passing = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = clock.after(ms, end);
      signal.addEventListener('abort', end);
    });

  const mustWait = (isProbe: boolean) =>
    parts.isStopped() || breaker.waitMs() > 0 || (breaker.isDoubtful() && !isProbe);

  return async (record, { isProbe, tries }) => {
    const resource = Resource.parse(record.resource);
    const { entity_id: id } = record;
    // Once it is sent: it may wait long for its turn.
    const asked: { at: number | null } = { at: null };
    const target = targetOf(record);
    const known = resource === 'history' ? await knownSessions(db, id) : null;
    const leftOut = new LeftOutItems();
    try {
      const told = await READS[resource]({
        id,
        record,
        known,
        now: clock.now(),
        sizes,
        leftOut,
        send: async (endpoint, input) => {
          for (;;) {
            try {
              return await budget.run(() => {
                // While it waited for its turn, others may have found the Service away.
                if (mustWait(isProbe)) throw new Later('sent');
                asked.at ??= clock.now();
                parts.countRequest(resource);
                return parts.upstream.call(endpoint, input, signal);
              }, signal);
            } catch (error) {
              // The pages of a list that were read already are kept.
              if (!(error instanceof Later) || asked.at === null || parts.isStopped()) throw error;
              await passing(Math.max(breaker.waitMs(), DOUBT_MS));
            }
          }
        },
      });
      breaker.answered(target, resource);
      const askedAt = asked.at ?? clock.now();
      return { record, resource, askedAt, result: { told, message: leftOut.message(), waitMs: 0 } };
    } catch (error) {
      if (error instanceof Later || parts.isStopped()) throw error;
      const meaning = breaker.failed(target, error, {
        part: resource,
        failedBefore: record.tries > 0,
        holds: isProbe,
      });
      // The next one to look whether the outage is over is another: this one may fail for ever.
      if (meaning === 'outage') throw new Later('others');
      const isFinal =
        error instanceof EndlessPages ||
        meaning === 'target' ||
        retryAfterMs(error) > HELD_MAX_MS ||
        (isRefusal(error) && meaning !== 'again');
      const pause = isFinal ? undefined : RETRY_AFTER_MS[tries];
      if (pause !== undefined) throw new Later(Math.max(pause, retryAfterMs(error)));
      if (!(error instanceof UpstreamFault || error instanceof EndlessPages)) parts.onError(error);
      const message = error instanceof EndlessPages ? error.message : failureMessage(error);
      return {
        record,
        resource,
        askedAt: asked.at ?? clock.now(),
        result: { told: null, message, waitMs: retryAfterMs(error) },
      };
    }
  };
}
