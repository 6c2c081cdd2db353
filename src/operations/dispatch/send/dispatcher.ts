import type { Kysely } from 'kysely';
import { CommandBatch } from '../../../contract/command.ts';
import { SentOutcome, type DispatchAnswer } from '../../../contract/console/approval.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure, failure } from '../../../http/problems.ts';
import type { Act } from '../../../http/route.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import type { StoreTransaction } from '../../../store/in-transaction.ts';
import type { Processes } from '../../../store/processes.ts';
import { isStoreFailure } from '../../../store/store-failure.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { fromJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import { approveIntent } from '../approve/approvals.ts';
import { waitingAnswer } from '../approve/approval-store.ts';
import { findIntent, recordIntent, type RecordAt } from './ledger.ts';
import { findAcceptedBatch, recordOutcome, type Left } from './outcome-store.ts';
import {
  StoredFailure,
  failureFromStored,
  outcomeOfFailure,
  type Accepted,
  type Outcome,
} from './outcome.ts';
import type { DispatchRequest } from './request.ts';
import { storedRequest } from './intent.ts';

/** Marks a repeated answer to the same dispatch. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** The answer to a dispatch that was accepted, or that waits for an approval. */
interface DispatchReply {
  status: number;
  body: DispatchAnswer;
  /** Whether it is the stored answer to an earlier request with the same id. */
  replayed: boolean;
}

/** Sends dispatches, each once. */
export interface Dispatcher {
  /**
   * Makes the intent durable, sends it once and stores the outcome. It completes even if the
   * browser disconnects.
   * @param act its rows in the audit log are stored with the intent and with the outcome
   * @returns that it was accepted; or that it waits for an approval, and nothing was sent
   * @throws Failure for everything else
   */
  dispatch(request: DispatchRequest, by: SignedIn, act: Act): Promise<DispatchReply>;
  /**
   * Sends a dispatch that waits, once, and stores the outcome. It completes even if the browser disconnects.
   * @param act as of `dispatch`
   * @returns the outcome; of one that the same operator approved before, what it is now
   * @throws Failure if nothing was sent, see `approveIntent`
   */
  approve(dispatchId: string, remark: string, by: SignedIn, act: Act): Promise<SentOutcome>;
  /** Whether this process has a dispatch in flight, or its outcome still to store. */
  isUnderWay(dispatchId: string): boolean;
  /** Refuses new dispatches and waits until those in flight are stored. */
  drain(): Promise<void>;
}

/** Dependencies of the dispatcher. */
export interface DispatcherParts {
  db: Kysely<Store>;
  clock: Clock;
  /** This process, which sends only while its lease runs. */
  process: Pick<Processes, 'id' | 'holds' | 'renew'>;
  upstream: Pick<UpstreamClient, 'clockOffset' | 'dispatch' | 'enterDispatch'>;
  /** Looks whether the disk has room for a dispatch with its outcome. */
  hasRoom(): Promise<boolean>;
  /** The guard's window for the same Command, in milliseconds; 0: never. */
  guardWindowMs: number;
  /** Notified after a dispatch or its outcome is stored. */
  onChange(request: DispatchRequest): void;
  /** Notified after an unknown outcome is stored. */
  onUnknown(): void;
  /** Notified after an accepted batch is stored, with what is left to do for it. */
  onAccepted(left: Left): void;
  /** Notified of an outcome that could not be stored, with the reason. */
  onStoreFailure(dispatchId: string, error: unknown): void;
}

async function replay(
  db: Kysely<Store>,
  intent: IntentRow,
  { bodyHash }: DispatchRequest,
  { operator }: SignedIn,
  act: Act,
): Promise<DispatchReply> {
  if (intent.operator_id !== operator.id) {
    throw failure(
      422,
      'idempotency_key_reused',
      `This Idempotency-Key belongs to a dispatch of ${intent.operator_name}. Nothing was sent.`,
    );
  }
  if (intent.body_hash !== bodyHash) {
    throw failure(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key belongs to another dispatch. Nothing was sent.',
    );
  }
  const { answer, answer_status: status } = intent;
  if (intent.outcome === 'waiting') {
    await act.repeated();
    return { status: 202, body: await waitingAnswer(db, intent.id), replayed: true };
  }
  if (status === null) {
    throw failure(
      409,
      'dispatch_in_flight',
      'This dispatch is being sent at the moment. Its batch page shows the outcome.',
    );
  }
  await act.repeated();
  if (intent.outcome === 'accepted' || answer === null) {
    return { status, body: await findAcceptedBatch(db, intent), replayed: true };
  }
  const stored = fromJson(StoredFailure, answer);
  throw failureFromStored(stored, status, intent.upstream_status, {
    [REPLAYED_HEADER]: 'true',
  });
}

function failureOfOutcome({ failure: stored, status, upstreamStatus }: Exclude<Outcome, Accepted>) {
  return failureFromStored(stored, status, upstreamStatus);
}

/** A small intent fits where the outcome does not: what is sent has to be known afterwards. */
const NO_ROOM =
  'The disk of the console is nearly full, and the outcome might not fit any more, so nothing was sent. Make room on the disk of the data folder. Reading still works.';

/** Says that nothing was sent if the store fails; other failures pass. */
async function beforeSending<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure || !isStoreFailure(error)) throw error;
    throw failure(
      503,
      'store_unavailable',
      'The console could not store the dispatch, so it was not sent. Reading may still work; try again later.',
      { cause: error },
    );
  }
}

/** Another process may have called it unknown meanwhile, and an operator may have sent it again. */
const PAUSED =
  'The console was paused, or cut off from its database, before it sent the dispatch, so it did not. Nothing was sent.';

/** The first pause before an outcome is stored again; it doubles, in milliseconds. */
const STORE_AGAIN_MS = { first: 1000, longest: 10_000 };

/** Creates the one sender of dispatches. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { db, clock, upstream } = parts;
  const underWay = new Map<Promise<unknown>, string>();
  const notStored = new Map<string, () => Promise<void>>();
  let stopping = false;

  const sendOnce = async (request: DispatchRequest): Promise<Outcome> => {
    if (!parts.process.holds()) {
      return outcomeOfFailure(request.dispatchId, new UpstreamFault('busy', PAUSED));
    }
    const now = request.kind === 'now';
    const endpoint = now ? ENDPOINTS.sendCommand : ENDPOINTS.scheduleCommands;
    const bodies = request.items.map(({ type, value, triggerTime }) =>
      now ? { type, value } : { triggerTime, type, value },
    );
    try {
      const answer = await upstream.dispatch(endpoint, {
        params: { collectiveId: request.collectiveId },
        query: { ignoreCooldown: request.ignoreCooldown ? true : undefined },
        body: now ? bodies[0] : bodies,
      });
      const batch = readAnswer(CommandBatch, answer);
      return { outcome: 'accepted', upstreamStatus: answer.status, batch };
    } catch (error) {
      return outcomeOfFailure(request.dispatchId, error);
    }
  };

  const announce = (request: DispatchRequest, { outcome }: Outcome, left: Left | null) => {
    parts.onChange(request);
    if (outcome === 'accepted' && left !== null) parts.onAccepted(left);
    if (outcome === 'unknown') parts.onUnknown();
  };

  /** Retries storing an outcome until it succeeds: otherwise a restart would make it unknown. */
  const storeLater = (
    request: DispatchRequest,
    outcome: Outcome,
    store: () => Promise<Left | null>,
  ) => {
    notStored.set(request.dispatchId, async () => {
      const left = await store();
      notStored.delete(request.dispatchId);
      announce(request, outcome, left);
    });
    storeSoon();
  };
  let storeAgainMs = STORE_AGAIN_MS.first;
  let storingSoon = false;
  // One timer for all outcomes: with one each, every failure would set as many again.
  const storeSoon = () => {
    if (storingSoon || stopping) return;
    storingSoon = true;
    clock.after(storeAgainMs, () => void retryStoring());
  };
  const retryStoring = async () => {
    let failed = false;
    for (const [dispatchId, again] of notStored) {
      try {
        await again();
      } catch (error) {
        failed = true;
        parts.onStoreFailure(dispatchId, error);
        // A store that cannot be written fails for all outcomes.
        if (isStoreFailure(error)) break;
      }
    }
    const { first, longest } = STORE_AGAIN_MS;
    storeAgainMs = failed ? Math.min(2 * storeAgainMs, longest) : first;
    storingSoon = false;
    if (notStored.size > 0) storeSoon();
  };

  const store = async (request: DispatchRequest, outcome: Outcome, act: Act) => {
    const end =
      outcome.outcome === 'accepted'
        ? { upstreamStatus: outcome.upstreamStatus }
        : { thrown: failureOfOutcome(outcome) };
    const storeOnce = () =>
      act.end(end, (trx) => recordOutcome(trx, request, outcome, clock.now()));
    try {
      return await storeOnce();
    } catch (error) {
      parts.onStoreFailure(request.dispatchId, error);
      storeLater(request, outcome, storeOnce);
      const batch = outcome.outcome === 'accepted' ? ` as batch ${outcome.batch.batchId}` : '';
      throw failure(
        502,
        'outcome_unknown',
        `The dispatch was sent and ${outcome.outcome}${batch}, but the console could not store that yet. Do not send it again.`,
        { cause: error },
      );
    }
  };

  /**
   * Makes an intent durable, then sends it: the one way to the Service.
   * @param record stores it as being sent, and returns null; for anything else it returns, nothing is sent
   */
  const recordAndSend = async <T>(
    request: DispatchRequest,
    act: Act,
    record: (trx: StoreTransaction, at: RecordAt) => Promise<T | null>,
  ): Promise<Outcome | T> => {
    if (!(await parts.hasRoom())) {
      throw failure(503, 'store_unavailable', NO_ROOM);
    }
    const leave = await upstream.enterDispatch();
    try {
      const at = {
        now: clock.now(),
        guardWindowMs: parts.guardWindowMs,
        dates: upstream.clockOffset(),
        process: parts.process.id,
      };
      const taken = await beforeSending(async () => {
        if (!parts.process.holds()) await parts.process.renew();
        return act.begin((trx) => record(trx, at));
      });
      if (taken !== null) return taken;
      parts.onChange(request);
      const outcome = await sendOnce(request);
      announce(request, outcome, await store(request, outcome, act));
      return outcome;
    } finally {
      leave();
    }
  };

  const run = async (request: DispatchRequest, by: SignedIn, act: Act): Promise<DispatchReply> => {
    const earlier = await beforeSending(() => findIntent(db, request.dispatchId));
    if (earlier !== null) return await replay(db, earlier, request, by, act);
    const done = await recordAndSend(request, act, (trx, at) => recordIntent(trx, request, by, at));
    if (done === 'waiting') {
      parts.onChange(request);
      return { status: 202, body: await waitingAnswer(db, request.dispatchId), replayed: false };
    }
    if ('id' in done) return await replay(db, done, request, by, act);
    if (done.outcome !== 'accepted') throw failureOfOutcome(done);
    return { status: 201, body: done.batch, replayed: false };
  };

  const approve = async (dispatchId: string, remark: string, by: SignedIn, act: Act) => {
    const intent = await beforeSending(() => findIntent(db, dispatchId));
    if (intent === null) throw failure(404, 'not_found', `There is no batch ${dispatchId}.`);
    const request = storedRequest(intent);
    const done = await recordAndSend(request, act, (trx, at) =>
      approveIntent(trx, dispatchId, remark, by, at),
    );
    if ('id' in done) await act.repeated();
    return SentOutcome.parse(done.outcome);
  };

  /** Lets work end before the console stops. */
  const underTheId = async <T>(dispatchId: string, work: () => Promise<T>): Promise<T> => {
    if (stopping) {
      throw failure(503, 'stopping', 'The console is stopping. Nothing was sent.');
    }
    const running = work();
    underWay.set(running, dispatchId);
    try {
      return await running;
    } finally {
      underWay.delete(running);
    }
  };

  return {
    dispatch: (request, by, act) => underTheId(request.dispatchId, () => run(request, by, act)),
    approve: (dispatchId, remark, by, act) =>
      underTheId(dispatchId, () => approve(dispatchId, remark, by, act)),
    isUnderWay: (dispatchId) =>
      notStored.has(dispatchId) || [...underWay.values()].includes(dispatchId),
    async drain() {
      stopping = true;
      await Promise.allSettled(underWay.keys());
      await Promise.allSettled([...notStored.values()].map((again) => again()));
    },
  };
}
