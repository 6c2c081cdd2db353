import type { Observation } from '../../contract/console/batch.ts';
import type { ReceiptContent } from '../../contract/console/receipt.ts';
import { formatCount } from '../../domain/format.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';

type Row = ReceiptContent['commands'][number];

/** Differences between the ledger and a sealed state of it, as sentences. */
export interface Differences {
  /** Changes that the console itself observed and recorded since: they make a further revision. */
  explained: string[];
  /** Changes that no record explains. */
  unexplained: string[];
}

/** Parts of the batch that are counted from its rows, or depend on the clock. */
const MOVING = new Set([
  'nextTriggerAt',
  'open',
  'settled',
  'verdictCounts',
  'alsoCommanded',
  'unaccounted',
  'lateFindAt',
  // Compared separately.
  'resolution',
  'closing',
]);

const same = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b);

function keyOf({ row }: Row): string {
  return row.position === null ? `entity ${row.entityId}` : `position ${row.position}`;
}

function stateOf(part: Pick<Observation, 'verification' | 'error'> & { status: string | null }) {
  return { status: part.status, verification: part.verification, error: part.error };
}

/** Whether a Command matches its last observed change. */
function isObserved({ row, observations }: Row): boolean {
  const last = observations.at(-1);
  return last === undefined ? row.commandId === null : same(stateOf(row), stateOf(last));
}

/** Names of the fields in which two records differ. */
function differingFields(a: object, b: object, ignored: ReadonlySet<string>): string[] {
  const after = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a)
    .filter(([name, value]) => !ignored.has(name) && !same(value, after.get(name)))
    .map(([name]) => name);
}

const commands = (count: number) => formatCount(count, 'Command', 'Commands');

function compareCommands(before: ReceiptContent, after: ReceiptContent, found: Differences): void {
  const checked = !same(before.batch.resolution, after.batch.resolution);
  const rows = new Map(after.commands.map((each) => [keyOf(each), each]));
  const sealed = new Map(before.commands.map((each) => [keyOf(each), each]));
  const members = new Set(before.members.map(({ entityId }) => entityId));
  const counts = { late: 0, adopted: 0, detail: 0, silent: 0, altered: 0, gone: 0, foreign: 0 };
  const adopted = new Set<string>();
  for (const [key, each] of rows) {
    if (sealed.has(key)) continue;
    if (each.row.matched === null || !isObserved(each)) counts.foreign += 1;
    else {
      counts.adopted += 1;
      adopted.add(each.row.entityId);
    }
  }
  for (const [key, old] of sealed) {
    const now = rows.get(key);
    if (now === undefined) {
      if (old.row.position !== null || !adopted.has(old.row.entityId)) counts.gone += 1;
      continue;
    }
    const { row } = now;
    const frozen = (each: Row['row']) => [
      each.entityId,
      each.commandId,
      each.type,
      // The name of an Entity that was not a member then is the directory's current one.
      members.has(each.entityId) ? [each.entityName, each.entityType] : null,
      checked ? null : [each.matched, each.evidence],
    ];
    const kept = same(old.observations, now.observations.slice(0, old.observations.length));
    if (!kept || !same(frozen(old.row), frozen(row))) counts.altered += 1;
    else if (!isObserved(now)) counts.silent += 1;
    else if (now.observations.length > old.observations.length) counts.late += 1;
    else if (!same([old.row.value, old.row.triggerTime], [row.value, row.triggerTime])) {
      counts.detail += 1;
    }
  }
  const { explained, unexplained } = found;
  if (counts.late > 0) explained.push(`${commands(counts.late)} changed after the seal.`);
  if (counts.adopted > 0) {
    explained.push(`A check of the unknown outcome found ${commands(counts.adopted)} more.`);
  }
  if (counts.detail > 0) {
    explained.push(
      `The Service tells another value or trigger time of ${commands(counts.detail)}.`,
    );
  }
  if (counts.silent > 0) {
    unexplained.push(
      `${commands(counts.silent)} read differently with no observed change behind it.`,
    );
  }
  if (counts.altered > 0) {
    unexplained.push(`What was recorded of ${commands(counts.altered)} is not what it was.`);
  }
  if (counts.gone > 0) unexplained.push(`${commands(counts.gone)} of the seal are not there.`);
  if (counts.foreign > 0) {
    unexplained.push(`${commands(counts.foreign)} are there that no answer or check brought.`);
  }
}

function compareSweeps(before: ReceiptContent, after: ReceiptContent, found: Differences): void {
  const now = new Map(after.sweeps.map((each) => [each.sweep.id, each]));
  const gone = before.sweeps.filter(({ sweep }) => !now.has(sweep.id)).length;
  const moved = after.sweeps.filter(
    (each) => !before.sweeps.some((old) => old.sweep.id === each.sweep.id && same(old, each)),
  ).length;
  if (gone > 0) found.unexplained.push('The record of a cancel sweep is missing.');
  if (moved > 0) found.explained.push('Commands were canceled, or a cancel sweep continued.');
}

/** Compares a batch's record with a sealed state of it. Both lists are empty if they match. */
export function differences(before: ReceiptContent, after: ReceiptContent): Differences {
  const found: Differences = { explained: [], unexplained: [] };
  const nothing = new Set<string>();
  const fields = [
    ...differingFields(before.batch, after.batch, MOVING),
    ...differingFields(
      { body: before.bodyHash, session: before.sessionHash, answer: before.upstreamStatus },
      { body: after.bodyHash, session: after.sessionHash, answer: after.upstreamStatus },
      nothing,
    ),
  ];
  if (fields.length > 0) {
    found.unexplained.push(`The record of the dispatch reads differently: ${fields.join(', ')}.`);
  }
  if (!same(before.members, after.members)) {
    found.unexplained.push('The Entities known at the send are not those of the seal.');
  }
  if (!same(before.batch.resolution, after.batch.resolution)) {
    const lost = after.batch.resolution === null;
    const message = lost
      ? 'The check of the unknown outcome is not there any more.'
      : 'The unknown outcome was checked again.';
    (lost ? found.unexplained : found.explained).push(message);
  }
  const { closing } = after.batch;
  if (!same(before.batch.closing, closing)) {
    if (closing === null) found.unexplained.push('The record of who closed the outcome is gone.');
    else found.explained.push(`${closing.operatorName} closed the unknown outcome.`);
  }
  compareCommands(before, after, found);
  compareSweeps(before, after, found);
  return found;
}
