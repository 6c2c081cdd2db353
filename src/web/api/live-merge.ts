import type { InfiniteData } from '@tanstack/react-query';
import type {
  BatchDetail,
  BatchList,
  BatchRow,
  BatchSummary,
} from '../../contract/console/batch.ts';
import type { FleetCollective } from '../../contract/console/fleet-entity.ts';
import type { LiveChanges } from '../../contract/console/live.ts';
import type { Sweep, SweepList } from '../../contract/console/sweep.ts';
import { trusted } from '../../lib/trusted.ts';
import { isMoving } from './batches.ts';

/** Key of a row of a batch; it changes when its Entity gets a Command. */
function rowKey(row: Pick<BatchRow, 'commandId' | 'entityId'>): string {
  return row.commandId ?? row.entityId;
}

/**
 * Rows with changed ones replaced; unchanged rows stay the same objects. A row without a Command is replaced by
 * the first Command of its Entity.
 */
export function mergeRows(rows: readonly BatchRow[], changed: readonly BatchRow[]): BatchRow[] {
  const merged = [...rows];
  const places = new Map(merged.map((row, at) => [rowKey(row), at]));
  for (const row of changed) {
    const at =
      places.get(rowKey(row)) ?? (row.commandId === null ? undefined : places.get(row.entityId));
    const old = at === undefined ? undefined : merged[at];
    if (at === undefined || old === undefined) {
      places.set(rowKey(row), merged.push(row) - 1);
    } else if (row.version >= old.version) {
      merged[at] = row;
      places.delete(rowKey(old));
      places.set(rowKey(row), at);
    }
  }
  return merged;
}

/**
 * A batch with the rows that changed after a version.
 * @param since the version the changes start from
 * @returns undefined if there is a gap between the two, so that changes would be lost
 */
export function mergeDetail(
  current: BatchDetail,
  changes: BatchDetail,
  since: number,
): BatchDetail | undefined {
  if (changes.complete) return changes.version >= current.version ? changes : current;
  if (current.version < since) return undefined;
  return {
    batch: newerBatch(current.batch, changes.batch),
    rows: changes.rows.length === 0 ? current.rows : mergeRows(current.rows, changes.rows),
    complete: current.complete,
    version: Math.max(current.version, changes.version),
    asOf: changes.asOf,
  };
}

function newerBatch(old: BatchSummary, given: BatchSummary): BatchSummary {
  return given.version >= old.version ? given : old;
}

function mergeBatches(old: readonly BatchSummary[], changes: LiveChanges): BatchSummary[] {
  const changed = new Map(changes.batches.map((batch) => [batch.id, batch]));
  return old.map((batch) => newerBatch(batch, changed.get(batch.id) ?? batch));
}

/** Updates a list of batches; the server decides which batches belong to it. */
function mergeList(list: BatchList, changes: LiveChanges): BatchList {
  return { ...list, batches: mergeBatches(list.batches, changes), asOf: changes.asOf };
}

/** The same for any query under the key of lists: one page, or several. */
export function mergeAnyList(held: unknown, changes: LiveChanges): unknown {
  if (typeof held !== 'object' || held === null) return held;
  // Only list queries write under that key: a BatchList, or pages of them.
  if ('batches' in held) return mergeList(trusted<BatchList>(held), changes);
  if (!('pages' in held)) return held;
  const data = trusted<InfiniteData<BatchList>>(held);
  return { ...data, pages: data.pages.map((page) => mergeList(page, changes)) };
}

/** The running batches after a change: ended ones leave, new ones come first. */
export function mergeRunning(list: BatchList, changes: LiveChanges): BatchList {
  const known = new Set(list.batches.map(({ id }) => id));
  const fresh = changes.batches.filter(({ id }) => !known.has(id));
  const all = [...fresh, ...mergeBatches(list.batches, changes)].filter(isMoving);
  return {
    ...list,
    batches: all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    version: changes.version,
    asOf: changes.asOf,
  };
}

/** The overview of a Collective with its updated batches: a new one comes first. */
export function mergeGlance(held: FleetCollective, changes: LiveChanges): FleetCollective {
  const own = changes.batches.filter(({ collectiveId }) => collectiveId === held.id);
  const newest = held.batches[0]?.createdAt ?? '';
  const fresh = own.filter(({ createdAt }) => createdAt > newest);
  return own.length === 0
    ? held
    : { ...held, batches: [...fresh, ...mergeBatches(held.batches, changes)] };
}

/** The sweeps over a batch after some changed. */
export function mergeSweeps(list: SweepList, dispatchId: string, changes: LiveChanges): SweepList {
  const own = changes.sweeps.filter((sweep) => sweep.dispatchId === dispatchId);
  if (own.length === 0) return list;
  const byId = new Map<string, Sweep>(list.sweeps.map((sweep) => [sweep.id, sweep]));
  for (const sweep of own) byId.set(sweep.id, sweep);
  const sweeps = [...byId.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { sweeps, asOf: changes.asOf };
}
