import fc from 'fast-check';
import type { Boundary } from '../../../contract/console/report-definition.ts';
import type { TariffText } from '../../../contract/console/tariff.ts';
import { spanOfDates } from '../../time.ts';
import { slicingBySite } from '../site-time.ts';
import { zoneAt } from '../site-zone.ts';
import { zoneCalendar } from '../zone-calendar.ts';
import { computeReport, type ComputedReport, type ReportEntity } from '../compute-report.ts';
import { USUAL_LIMITS, type Limits } from '../session-checks.ts';
import { Dictionary, SessionColumns } from '../session-columns.ts';
import { byStart, factsOf, type ToldSession } from '../session-facts.ts';
import { pricesOf } from '../tariff-prices.ts';

const uuid = (kind: number, no: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(no).padStart(8, '0')}`;

/** A session in few words; energy is its total and its t1 unless told otherwise. */
export interface Told {
  entity?: number;
  start: string | null;
  end: string | null;
  energy: number | null;
  unit?: string | null;
  registers?: [number | null, number | null];
  kw?: number;
  soc?: [number, number];
  place?: [number, number];
}

/** A session on a day of November 2026, from and to whole hours of UTC. @param energy in kWh */
export const at = (
  day: number,
  from: number,
  to: number,
  energy: number | null,
  entity = 0,
): Told => ({
  entity,
  start: new Date(Date.UTC(2026, 10, day, from)).toISOString(),
  end: new Date(Date.UTC(2026, 10, day, to)).toISOString(),
  energy,
});

/** Any session around that month, of four Entities. */
export const anyTold = fc
  .record({
    entity: fc.nat({ max: 3 }),
    startMs: fc
      .integer({ min: -2880, max: 46_080 })
      .map((minute) => Date.UTC(2026, 10, 1, 0, minute)),
    minutes: fc.integer({ min: -10, max: 3000 }),
    micros: fc.integer({ min: -1_000_000, max: 90_000_000 }),
  })
  .map(({ entity, startMs, minutes, micros }): Told => {
    const end = new Date(startMs + minutes * 60_000).toISOString();
    return { entity, start: new Date(startMs).toISOString(), end, energy: micros / 1e6 };
  });

function toldSession(told: Told, no: number): ToldSession {
  const { start, end, energy, unit = 'kWh', registers, kw, soc, place } = told;
  const [t1, t2] = registers ?? [energy, null];
  const percent = (value: number | undefined) =>
    value === undefined ? null : { unit: '%', value };
  return {
    id: uuid(2, no),
    data: {
      start,
      end,
      charge: {
        total: { total: registers === undefined ? energy : null, t1, t2, unit },
        averagePower: kw === undefined ? null : { unit: 'kW', value: kw },
        start: percent(soc?.[0]),
        end: percent(soc?.[1]),
      },
      location: place === undefined ? null : { latitude: place[0], longitude: place[1] },
    },
  };
}

/** By which a report of a test counts; the usual limits. */
export interface ToldRules {
  from: string;
  to: string;
  zone: string;
  boundary?: Boundary;
  siteTime?: boolean;
  tariff?: TariffText;
  now?: string;
  entities?: readonly Partial<ReportEntity>[];
  limits?: Partial<Limits>;
}

/** A report of sessions in few words. */
export function toldReport(list: readonly Told[], rules: ToldRules): ComputedReport {
  const sessions: ToldSession[][] = [];
  for (const [no, told] of list.entries()) {
    (sessions[told.entity ?? 0] ??= []).push(toldSession(told, no));
  }
  return reportOf(sessions, rules);
}

/** A report of the sessions of each Entity. */
export function reportOf(
  sessions: readonly (readonly ToldSession[])[],
  rules: ToldRules,
): ComputedReport {
  const { from, to, zone, boundary = 'start', tariff, now = '2026-11-27T12:00:00Z' } = rules;
  const columns = new SessionColumns(new Dictionary(), sessions.flat().length);
  for (const [entity, own = []] of sessions.entries()) {
    for (const facts of own.map((one) => factsOf(one, zoneAt)).toSorted(byStart))
      columns.add(facts, entity, false);
  }
  const slicing = {
    calendar: zoneCalendar(zone),
    boundary,
    period: spanOfDates(zone, from, to),
  };
  const entities = Array.from({ length: 12 }, (_, no) => ({
    id: uuid(1, no),
    name: `Entity ${no}`,
    type: 'EV',
    collectives: '',
    capacityKwh: null,
    tariff: tariff === undefined ? null : 0,
    ...rules.entities?.[no],
  }));
  return computeReport({
    columns,
    entities,
    rules: {
      slicing,
      bySite: rules.siteTime === true ? slicingBySite(slicing) : null,
      limits: { ...USUAL_LIMITS, ...rules.limits },
      nowMs: Date.parse(now),
    },
    tariffs: tariff === undefined ? [] : [pricesOf(tariff)],
    decisions: new Map(),
  });
}

type Period = TariffText['periods'][number];

/** A tariff in francs; its periods have no fees and begin in 2020 unless told otherwise. */
export const tariffOf = (zone: string, ...periods: Partial<Period>[]): TariffText => ({
  name: 'T',
  currency: 'CHF',
  zone,
  periods: periods.map((own) => ({
    from: '2020-01-01',
    energy: null,
    perSession: null,
    perHour: null,
    ...own,
  })),
});

/** A tariff with one price, and with fees. */
export const flatTariff = (
  price: string,
  fees: { perSession?: string; perHour?: string } = {},
): TariffText => tariffOf('UTC', { energy: { kind: 'flat', price }, ...fees });
