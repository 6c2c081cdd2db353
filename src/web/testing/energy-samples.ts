import type { Energy, FleetEnergy } from '../../contract/console/energy.ts';
import { MONTH_DAYS } from '../../domain/last-days.ts';
import { uuid } from './samples.ts';

/** A week with its weekend, growing each day. */
const course = (of: number) =>
  Array.from({ length: MONTH_DAYS }, (_, at) =>
    Math.round(of * (at % 7 > 4 ? 0.55 : 1) + at * 1.5),
  );
const ALL_COUNTED = { otherUnits: 0, withoutEnergy: 0, doubtful: 0 };
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The energy of a Collective. @param of approximate amount per day */
export function energySample(of: number, change: Partial<Energy> = {}): Energy {
  const days = course(of);
  return {
    unit: 'kWh',
    otherUnits: [],
    from: '2026-02-01',
    days,
    sessions: 310,
    provisionalFrom: '2026-03-01',
    week: {
      value: sum(days.slice(-7)),
      complete: { days: 5, value: sum(days.slice(-7, -2)), before: sum(days.slice(-14, -9)) },
    },
    month: sum(days),
    leftOut: { week: ALL_COUNTED, month: ALL_COUNTED },
    known: { read: 60, partly: 0, of: 60 },
    asOf: '2026-03-02T14:04:30Z',
    ...change,
  };
}

const layer = (id: number, name: string, of: number) => ({
  kind: 'collective' as const,
  collective: { id: uuid(id), name },
  values: course(of).slice(-14),
});

/** The energy of a fleet of three Collectives. */
export const FLEET_ENERGY: FleetEnergy = {
  ...energySample(910, { known: { read: 123, partly: 0, of: 123 } }),
  stack: [
    layer(900, 'Rotterdam Delivery Vans', 520),
    layer(902, 'Benelux Flexibility Pool', 260),
    layer(901, 'Alentejo Solar Farm', 130),
    { kind: 'several', collective: null, values: course(90).slice(-14) },
  ],
  previous: course(870).slice(-28, -14),
  drawnLeftOut: ALL_COUNTED,
};
