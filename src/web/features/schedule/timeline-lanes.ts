import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { instantMs } from '../../../domain/instant.ts';
import { collectiveLabel } from './planned-labels.ts';

/** Marks closer than this share of the width are merged. */
const MERGE_SHARE = 0.07;

/** Items so close to each other that they share a mark. */
export interface TimelineMark {
  /** 0 at the left end, 1 at the right end. */
  at: number;
  items: PlannedItem[];
}

/** The marks of one Collective. */
export interface Lane {
  collectiveId: string;
  name: string;
  marks: TimelineMark[];
  /** Items beyond the right end. */
  later: number;
}

/**
 * Groups planned items into a lane per Collective, sorted by name.
 * @param startMs the left end, in ms since the epoch
 * @param lengthMs the span, in ms
 */
export function lanesOf(items: readonly PlannedItem[], startMs: number, lengthMs: number): Lane[] {
  const lanes = new Map<string, Lane>();
  const sorted = items
    .map((item) => ({ item, ms: instantMs(item.triggerTime) ?? 0 }))
    .toSorted((a, b) => a.ms - b.ms);
  for (const { item, ms } of sorted) {
    const id = item.collectiveId;
    const lane = lanes.get(id) ?? {
      collectiveId: id,
      name: collectiveLabel(item),
      marks: [],
      later: 0,
    };
    lanes.set(id, lane);
    // A Command that has just triggered stays at the left end until the next refresh.
    const at = Math.max(0, (ms - startMs) / lengthMs);
    const last = lane.marks.at(-1);
    if (at > 1) lane.later += 1;
    else if (last !== undefined && at - last.at < MERGE_SHARE) last.items.push(item);
    else lane.marks.push({ at, items: [item] });
  }
  return [...lanes.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
