import { errorMessage } from '../../../domain/command-reason.ts';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { verdictOf, type Verdict } from '../../../domain/command-status.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { instantMs } from '../../../domain/instant.ts';
import { causeOf } from './batch-labels.ts';

/** The fields of a row for filtering, sorting and counting. */
export interface RowFacts {
  verdict: Verdict;
  /** The device's error, or null. */
  error: string | null;
  /** Its cause as a group of rows has it, and the details of this device. */
  cause: string | null;
  detail: string | null;
  /** The text searched by the filter besides the ids, in lower case. */
  text: string;
  /** Natural order of names: "Van 2" before "Van 10". */
  nameKey: string;
  triggerMs: number | null;
  /** Key of the Command's planned item. */
  item: string;
  changedMs: number | null;
}

/** Unchanged rows stay the same objects, so that each is evaluated once. */
const known = new WeakMap<BatchRow, RowFacts>();

/** The facts of a row. */
export function factsOf(row: BatchRow): RowFacts {
  const before = known.get(row);
  if (before !== undefined) return before;
  const error = errorMessage(row);
  const verdict = verdictOf(row);
  const cause =
    verdict === 'unrequested'
      ? { title: `Not requested: ${commandLabelWithValue(row)}`, detail: null }
      : causeOf(row);
  const triggerMs = instantMs(row.triggerTime);
  const parts = [row.entityName, row.entityType, row.status, error];
  const facts: RowFacts = {
    verdict,
    error,
    cause: cause?.title ?? null,
    detail: cause?.detail ?? null,
    text: parts.join(' ').toLowerCase(),
    nameKey: (row.entityName ?? row.entityId)
      .toLowerCase()
      .replace(/\d+/g, (digits) => digits.padStart(12, '0')),
    triggerMs,
    item: keyOf(row.type, row.value, triggerMs),
    changedMs: instantMs(row.changedAt),
  };
  known.set(row, facts);
  return facts;
}

type Item = BatchSummary['items'][number];

function keyOf(type: string | null, value: string | null, triggerMs: number | null): string {
  return `${type ?? ''}\n${value ?? ''}\n${triggerMs ?? ''}`;
}

/** Key of a Command and its time, by which a Command finds its planned item. */
export function itemKey(item: Pick<Item, 'type' | 'value' | 'triggerTime'>): string {
  return keyOf(item.type, item.value, instantMs(item.triggerTime));
}
