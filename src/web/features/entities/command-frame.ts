import { DAY_MS, isoInstant } from '../../../domain/instant.ts';
import { spanOfDates } from '../../../domain/time.ts';
import { ALL_TIME_START } from '../../../domain/session-range.ts';
import type { CommandFrame } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';

/** A period to read, or the problem with its dates. */
export type ChosenFrame = { frame: CommandFrame; problem: null } | { frame: null; problem: string };

/**
 * The period of trigger times in a page's search. A start is always sent: the interface may require one.
 * @param nowMs when the page was opened
 */
export function chosenFrame(
  search: Pick<EntitySearch, 'commands' | 'commandsFrom' | 'commandsTo'>,
  zone: string,
  nowMs: number,
): ChosenFrame {
  const frame = (startMs: number, endMs: number | null): ChosenFrame => ({
    frame: { start: isoInstant(startMs), end: endMs === null ? null : isoInstant(endMs) },
    problem: null,
  });
  switch (search.commands ?? 'around') {
    case 'around':
      return frame(nowMs - 30 * DAY_MS, nowMs + 30 * DAY_MS);
    case '24h':
      // Also include Commands sent from now on.
      return frame(nowMs - DAY_MS, nowMs + DAY_MS);
    case '7d':
      return frame(nowMs - 7 * DAY_MS, nowMs + DAY_MS);
    case 'ahead':
      return frame(nowMs, null);
    case 'all':
      return { frame: { start: ALL_TIME_START, end: null }, problem: null };
    case 'custom': {
      const { commandsFrom: from, commandsTo: to } = search;
      if (from === undefined || to === undefined) {
        return { frame: null, problem: 'Choose the first and the last day.' };
      }
      if (from > to) return { frame: null, problem: 'The first day is after the last day.' };
      const { startMs, endMs } = spanOfDates(zone, from, to);
      return frame(startMs, endMs);
    }
  }
}
