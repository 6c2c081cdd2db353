import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { formatDateTime } from '../../../domain/format.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import type { Range } from './schedule-search.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Length of each span, in ms. */
const RANGE_MS: Readonly<Record<Range, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
};

/** Shortest fitted span, and the longest one unless all items are later. */
const LEAST_MS = 6 * HOUR_MS;
const MOST_MS = RANGE_MS['30d'];
/** Space to the right of the last mark for its label, as a share. */
const ROOM = 1.15;

/**
 * The span that a timeline shows, in ms.
 * @param range the chosen span; absent: fitted to what is planned
 * @param startMs the left end, in ms since the epoch
 */
export function spanOf(
  items: readonly PlannedItem[],
  range: Range | undefined,
  startMs: number,
): number {
  if (range !== undefined) return RANGE_MS[range];
  const ahead = items.map((item) => (instantMs(item.triggerTime) ?? startMs) - startMs);
  const near = ahead.filter((ms) => ms * ROOM <= MOST_MS);
  const last = Math.max(0, ...(near.length === 0 ? ahead : near));
  return Math.max(LEAST_MS, last * ROOM);
}

/** A line of the grid. */
export interface Tick {
  /** 0 at the left end, 1 at the right end. */
  at: number;
  label: string;
  /** Whether a day begins here. */
  day: boolean;
}

/** Room of the label of a line, and the most lines, however wide the timeline is. */
const LABEL_PX = 64;
const MOST_TICKS = 10;

/** How many lines there are in so many px without one label over another; at least one. */
export function mostTicks(width: number): number {
  return Math.max(1, Math.min(MOST_TICKS, Math.floor(width / LABEL_PX)));
}

/** Natural distances between lines, in hours. */
const STEPS = [1, 2, 3, 6, 12, 24, 48, 120, 240, 720, 2160, 8760].map((hours) => hours * HOUR_MS);

/**
 * Lines at whole hours or days of the zone, each with its time, or its date at the start of a day.
 * @param most maximum number of lines
 */
export function ticksOf(startMs: number, spanMs: number, zone: string, most: number): Tick[] {
  const step = STEPS.find((each) => spanMs / each <= most) ?? spanMs;
  const time = formatDateTime(isoInstant(startMs), zone).split(', ')[1] ?? '';
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const sinceMidnight = hours * HOUR_MS + minutes * 60_000 + (startMs % 60_000);
  const ticks: Tick[] = [];
  for (let ms = step - (sinceMidnight % step); ms < spanMs; ms += step) {
    const [date = '', clock = ''] = formatDateTime(isoInstant(startMs + ms), zone).split(', ');
    const day = clock === '00:00' || step >= DAY_MS;
    ticks.push({ at: ms / spanMs, label: day ? date.replace(/ \d{4}$/, '') : clock, day });
  }
  return ticks;
}
