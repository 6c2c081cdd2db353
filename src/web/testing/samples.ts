import { causeOf, tallyOf } from '../../domain/batch-tally.ts';
import { isOpenOutcome } from '../../domain/unknown-outcome.ts';
import { verdictOf } from '../../domain/command-status.ts';
import type { BatchDetail, BatchRow, BatchSummary } from '../../contract/console/batch.ts';
import type {
  DirectoryCollectiveDetail,
  DirectoryEntity,
} from '../../contract/console/directory.ts';
import type { GuardReport } from '../../contract/console/guard.ts';
import { ChargeSession } from '../../contract/charge-session.ts';
import { ApiError } from '../api/client.ts';

/** A readable UUID. */
export function uuid(last: number): string {
  return `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
}

const NOW = '2026-03-02T14:02:31Z';

/** A failure in the format of the console's server. */
export function problem(
  code: string,
  status: number,
  message = 'Said by the server',
  source: 'console' | 'service' = 'console',
  upstreamStatus: number | null = null,
): ApiError {
  return new ApiError('problem', code, status, {
    code,
    source,
    errors: [{ code: null, message, description: null }],
    upstreamStatus,
    requestId: 'req-7',
  });
}

/** A refusal by the guard, with its findings. */
export function guarded(guard: GuardReport): ApiError {
  const refusal = problem('dispatch_guarded', 409, 'There are warnings.');
  if (refusal.problem !== null) refusal.problem.guard = guard;
  return refusal;
}

/** A directory entry with nothing but its id and type. */
export const RECORD = {
  place: null,
  note: null,
  tags: [],
  source: 'import',
  archived: false,
  unreachable: null,
};

/** An Entity of the directory. */
export function entity(last: number, type: string | null): DirectoryEntity {
  return {
    id: uuid(last),
    name: `Device ${last}`,
    type,
    brand: 'Brand',
    collectives: [],
    knownAt: NOW,
  };
}

/** A Collective with Entities of these types. */
export function collective(types: readonly (string | null)[]): DirectoryCollectiveDetail {
  return {
    collective: {
      id: uuid(900),
      name: 'Depot',
      type: 'Fleet',
      owner: null,
      entityCount: types.length,
      knownAt: NOW,
      ...RECORD,
    },
    entities: types.map((type, at) => entity(at + 1, type)),
    properties: null,
    asOf: NOW,
  };
}

/** A row of a batch. */
export function row(last: number, change: Partial<BatchRow> = {}): BatchRow {
  const made = {
    entityId: uuid(last),
    entityName: `Device ${last}`,
    entityType: 'EV',
    commandId: uuid(500 + last),
    type: 'StopCharging',
    value: null,
    triggerTime: NOW,
    status: 'Pending',
    error: null,
    verification: null,
    observedAt: NOW,
    changedAt: NOW,
    readError: null,
    position: last,
    settled: false,
    lateChangeAt: null,
    matched: null,
    evidence: null,
    foundLateAt: null,
    alsoCommanded: false,
    ...change,
  };
  return { ...made, verdict: change.verdict ?? verdictOf(made) };
}

/** A batch with the figures of these rows. */
export function batch(rows: BatchRow[], change: Partial<BatchSummary> = {}): BatchDetail {
  const summary: BatchSummary = {
    id: uuid(800),
    collectiveId: uuid(900),
    collectiveName: 'Depot',
    kind: 'now',
    items: [{ type: 'StopCharging', value: null, triggerTime: null, plannedAs: null }],
    ignoreCooldown: false,
    reason: null,
    operator: { id: 'o1', name: 'Ada' },
    createdAt: NOW,
    outcome: 'accepted',
    outcomeAt: NOW,
    batchId: uuid(801),
    refusal: null,
    refusedBy: null,
    unknownCause: null,
    memberCount: rows.length,
    unaccounted: 0,
    verdictCounts: {},
    open: rows.filter((each) => !each.settled).length,
    nextTriggerAt: null,
    settled: false,
    previousId: null,
    nextIds: [],
    overridden: [],
    resolution: null,
    closing: null,
    lateFindAt: null,
    ...change,
  };
  const isCounted = summary.outcome === 'accepted' && isOpenOutcome(summary);
  const counted = rows.filter(
    ({ alsoCommanded, commandId }) => !alsoCommanded && (isCounted || commandId !== null),
  );
  return {
    batch: summary,
    parts: [
      tallyOf(
        counted.map((each) => ({
          ...each,
          count: 1,
          settled: each.settled ? 1 : 0,
          late: each.lateChangeAt === null ? 0 : 1,
          cannot: each.verdict === 'incapable' ? 1 : 0,
          differs: false,
          cause: causeOf(each.verdict, each),
        })),
      ),
    ],
    record: null,
    asOf: NOW,
  };
}

/** A session with energy, parsed like an answer of the interface. */
export function session(
  last: number,
  change: { start?: string; energy?: number; unit?: string } = {},
): ChargeSession {
  const start = change.start ?? '2026-02-01T10:00:00Z';
  return ChargeSession.parse({
    id: uuid(last),
    data: {
      start,
      end: new Date(Date.parse(start) + 3_600_000).toISOString(),
      charge: {
        averagePower: { unit: 'kW', value: 11 },
        start: { unit: '%', value: 20 },
        end: { unit: '%', value: 80 },
        total: { total: change.energy ?? 10.5, unit: change.unit ?? 'kWh' },
      },
      location: { address: 'Quay 1' },
    },
  });
}
