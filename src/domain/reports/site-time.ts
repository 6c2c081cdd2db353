import { dateIn, spanOfDates } from '../time.ts';
import type { Cutting } from './cut-session.ts';
import { zoneCalendar } from './zone-calendar.ts';

/** Rules of cutting a session, without prices. */
export type Slicing = Omit<Cutting, 'prices'>;

/**
 * Splits sessions by the clock of their own place: days and hours are in its zone, and the period
 * has the same dates there.
 * @param own the split in the zone of the report
 * @returns the split for the zone of a session; null: that of the report
 */
export function slicingBySite(own: Slicing): (zone: string | null) => Slicing {
  const { zone: reportZone } = own.calendar;
  const from = dateIn(reportZone, own.period.startMs);
  const to = dateIn(reportZone, own.period.endMs - 1);
  const known = new Map<string | null, Slicing>([[null, own]]);
  return (zone) => {
    const found = known.get(zone);
    if (found !== undefined || zone === null) return found ?? own;
    const calendar = zoneCalendar(zone);
    const slicing = { ...own, calendar, period: spanOfDates(zone, from, to) };
    known.set(zone, slicing);
    return slicing;
  };
}
