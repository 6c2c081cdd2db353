import type { Boundary } from '../../../contract/console/figures-definition.ts';
import type { TariffText } from '../../../contract/console/figures-tariff.ts';
import { spanOfDates } from '../../time.ts';
import { slicingBySite } from '../site-time.ts';
import { zoneAt } from '../site-zone.ts';
import { zoneCalendar } from '../zone-calendar.ts';
import { computeReport, type ComputedReport, type ReportEntity } from '../compute-report.ts';
import { USUAL_LIMITS, type Limits } from '../session-checks.ts';
import { Dictionary, SessionColumns } from '../session-columns.ts';
import { byStart, factsOf, type ToldSession } from '../session-facts.ts';
import { pricesOf } from '../tariff-prices.ts';

const uuid = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;

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

function toldSession(told: Told, at: number): ToldSession {
  const { start, end, energy, unit = 'kWh', registers = [energy, null] } = told;
  return {
    id: uuid(2, at),
    data: {
      start,
      end,
      charge: {
        total: {
          total: told.registers === undefined ? energy : null,
          t1: registers[0],
          t2: registers[1],
          unit,
        },
        averagePower: told.kw === undefined ? null : { unit: 'kW', value: told.kw },
        start: told.soc === undefined ? null : { unit: '%', value: told.soc[0] },
        end: told.soc === undefined ? null : { unit: '%', value: told.soc[1] },
      },
      location:
        told.place === undefined ? null : { latitude: told.place[0], longitude: told.place[1] },
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
  for (const [at, told] of list.entries()) {
    (sessions[told.entity ?? 0] ??= []).push(toldSession(told, at));
  }
  return reportOf(sessions, rules);
}

/** A report of the sessions of each Entity. */
export function reportOf(
  sessions: readonly (readonly ToldSession[])[],
  rules: ToldRules,
): ComputedReport {
  const { from, to, zone, boundary = 'start', tariff, now = '2026-11-27T12:00:00Z' } = rules;
  const columns = new SessionColumns(new Dictionary(), 0);
  for (const [entity, own = []] of sessions.entries()) {
    for (const facts of own.map((one) => factsOf(one, zoneAt)).toSorted(byStart))
      columns.add(facts, entity, false);
  }
  const slicing = {
    calendar: zoneCalendar(zone),
    boundary,
    period: spanOfDates(zone, from, to),
  };
  const entities = Array.from({ length: 12 }, (_, at) => ({
    id: uuid(1, at),
    name: `Entity ${at}`,
    type: 'EV',
    collectives: '',
    capacityKwh: null,
    tariff: tariff === undefined ? null : 0,
    ...rules.entities?.[at],
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

/** A tariff with one price, and with fees. */
export const flatTariff = (
  price: string,
  fees: { perSession?: string; perHour?: string } = {},
): TariffText => ({
  name: 'Flat',
  currency: 'CHF',
  zone: 'UTC',
  periods: [
    {
      from: '2020-01-01',
      energy: { kind: 'flat', price },
      perSession: null,
      perHour: null,
      ...fees,
    },
  ],
});
