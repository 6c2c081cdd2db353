import type { Micros } from '../../../domain/reports/exact.ts';
import type { ReportSession } from '../../../domain/reports/report-session.ts';
import type { Sliced } from '../../../domain/reports/slices.ts';
import { monthNumber } from '../../../domain/reports/zone-calendar.ts';
import type { ReportSessionRow, ReportSliceRow } from '../../../store/schema/report-schema.ts';

/** A session with the place and number it gets in the store. */
export interface PlacedSession {
  session: ReportSession;
  sliced: Sliced;
  key: Pick<ReportSessionRow, 'run_no' | 'entity_no' | 'session_no' | 'unit_no' | 'place_no'>;
}

const whole = (micros: Micros | null): number | null => (micros === null ? null : Number(micros));

function costOf({ slices }: Sliced): Micros | null {
  let cost: Micros | null = null;
  for (const slice of slices) if (slice.cost !== null) cost = (cost ?? 0n) + slice.cost;
  return cost;
}

/** The row of a session. @param hash of its canonical JSON as the Service returned it */
export function sessionRow(
  { session, sliced, key }: PlacedSession,
  hash: string,
): ReportSessionRow {
  const [t1, t2, t3, t4] = session.registers;
  // Written out: spreading an object is slow for millions of sessions.
  return {
    run_no: key.run_no,
    entity_no: key.entity_no,
    session_no: key.session_no,
    unit_no: key.unit_no,
    place_no: key.place_no,
    session_id: session.id,
    start_ms: session.startMs,
    end_ms: session.endMs,
    energy: whole(session.energy),
    t1: whole(t1),
    t2: whole(t2),
    t3: whole(t3),
    t4: whole(t4),
    cost: whole(costOf(sliced)),
    unpriced: Number(sliced.slices.reduce((sum, { unpriced }) => sum + unpriced, 0n)),
    power: whole(session.powerMw),
    soc_start: whole(session.socStart),
    soc_end: whole(session.socEnd),
    range_gain: whole(session.rangeGain),
    excluded: sliced.excluded,
    hash,
  };
}

/** The columns of a session's row. */
export const SESSION_COLUMNS = [
  'run_no',
  'entity_no',
  'session_no',
  'unit_no',
  'place_no',
  'session_id',
  'start_ms',
  'end_ms',
  'energy',
  't1',
  't2',
  't3',
  't4',
  'cost',
  'unpriced',
  'power',
  'soc_start',
  'soc_end',
  'range_gain',
  'excluded',
  'hash',
] as const;

/** The rows of a session's slices. */
export function sliceRows({ sliced, key }: PlacedSession): ReportSliceRow[] {
  return sliced.slices.map((slice) => {
    const [t1, t2, t3, t4] = slice.registers;
    return {
      run_no: key.run_no,
      entity_no: key.entity_no,
      session_no: key.session_no,
      unit_no: key.unit_no,
      place_no: key.place_no,
      hour_at: slice.place.hourAt,
      day: slice.place.day,
      hour: slice.place.hour,
      month: monthNumber(slice.place.day),
      energy: whole(slice.energy),
      t1: whole(t1),
      t2: whole(t2),
      t3: whole(t3),
      t4: whole(t4),
      cost: whole(slice.cost),
      unpriced: Number(slice.unpriced),
      duration_ms: slice.durationMs,
      counts: Number(slice.counts),
    };
  });
}

/** The columns of a slice's row. */
export const SLICE_COLUMNS = [
  'run_no',
  'entity_no',
  'session_no',
  'unit_no',
  'place_no',
  'hour_at',
  'day',
  'hour',
  'month',
  'energy',
  't1',
  't2',
  't3',
  't4',
  'cost',
  'unpriced',
  'duration_ms',
  'counts',
] as const;
