import { invalid } from '../../http/problems.ts';
import {
  OFFBOARDING_MAX,
  type BulkRequest,
  type CancelRequest,
  type JobValue,
} from '../../contract/console/job.ts';
import { isTerminal } from '../../domain/command-status.ts';
import { instantMs } from '../../domain/instant.ts';
import { findBatch } from '../dispatch/batches/batch-lines.ts';
import { refuseOverlap, type NewJob } from './job-store.ts';

/** Refuses an offboarding of too many, or one that repeats or reverts another run. */
function refuseOffboarding({ items, from }: BulkRequest): void {
  if (items.length > OFFBOARDING_MAX) {
    throw invalid('items', `At most ${OFFBOARDING_MAX} Entities are offboarded in one run.`);
  }
  if (from !== null) throw invalid('from', 'An offboarding does not come from another run.');
}

/** The wanted values in their order; a refusal names the first row that does not fit the change. */
function wantedValues(request: BulkRequest): { entityId: string; wanted: JobValue }[] {
  const { change } = request;
  if (change.kind === 'offboarding') refuseOffboarding(request);
  const seen = new Set<string>();
  return request.items.map(({ entityId, capacity }, at) => {
    if (seen.has(entityId)) {
      throw invalid(`items.${at}.entityId`, `${entityId} appears more than once.`);
    }
    seen.add(entityId);
    if ((capacity === null) === (change.kind === 'capacity')) {
      throw invalid(
        `items.${at}.capacity`,
        change.kind === 'capacity' ? 'A capacity is missing.' : 'This change takes no capacity.',
      );
    }
    return { entityId, wanted: change.kind === 'feature' ? change.enabled : capacity };
  });
}

/** The job that makes a change to many Entities. @throws Failure 400 for rows that do not fit */
export function newChange(request: BulkRequest): NewJob {
  const { id, change, reason, chosenBy, from } = request;
  const items = wantedValues(request);
  return {
    id,
    kind: change.kind === 'offboarding' ? 'offboard' : 'change',
    change,
    subject: change.kind === 'feature' ? `feature ${change.feature}` : change.kind,
    dispatchId: null,
    reason,
    chosenBy,
    from,
    content: { change, items: request.items, from },
    async itemsOf(_trx, others) {
      const targets = new Set(items.map(({ entityId }) => entityId));
      refuseOverlap(others, targets, { verb: 'change', targets: 'Entities' });
      return items.map(({ entityId, wanted }) => ({
        entity_id: entityId,
        command_id: null,
        trigger_at: null,
        wanted: JSON.stringify(wanted),
      }));
    },
  };
}

/**
 * The job that cancels the Commands of a batch that have not ended as far as known, soonest first. Those that other
 * jobs cancel are left to them. @throws Failure 404 in its transaction if there is no such batch
 */
export function newCancel(dispatchId: string, { id, reason, only }: CancelRequest): NewJob {
  const change = { kind: 'cancel', dispatchId, only } as const;
  return {
    id,
    kind: 'cancel',
    change,
    subject: `cancel ${dispatchId}`,
    dispatchId,
    reason,
    chosenBy: null,
    from: null,
    content: { change },
    async itemsOf(trx, others) {
      await findBatch(trx, dispatchId);
      const rows = await trx
        .selectFrom('sent_commands')
        .where('dispatch_id', '=', dispatchId)
        .orderBy('position')
        .selectAll()
        .execute();
      const at = only === null ? null : instantMs(only.triggerTime);
      const wanted = rows.filter(
        (row) =>
          !isTerminal(row.status) &&
          (only === null || (row.type === only.type && row.trigger_at === at)),
      );
      const elsewhere = new Map(others.map(({ commandId, jobId }) => [commandId, jobId]));
      const fresh = new Map(
        wanted.filter((row) => !elsewhere.has(row.id)).map((row) => [row.id, row]),
      );
      const running = [...elsewhere.values()].at(-1);
      if (fresh.size === 0 && running !== undefined) return { sameAs: running };
      const startsAt = (row: (typeof rows)[number]) => row.trigger_at ?? row.due_at;
      return [...fresh.values()]
        .toSorted((a, b) => startsAt(a) - startsAt(b))
        .map((row) => ({
          entity_id: row.entity_id,
          command_id: row.id,
          trigger_at: row.trigger_at,
          wanted: null,
        }));
    },
  };
}
