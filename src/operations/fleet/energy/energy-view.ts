import type { Energy, FleetEnergy } from '../../../contract/console/energy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { amountOf, unitName, unitsByCount } from './energy-amounts.ts';
import { DAYS, type EnergyGroup, type EnergySums } from './energy-sums.ts';

const WEEK = 7;
const MONTH = 30;
/** Days of the chart by Collective, and Collectives that it names. */
const STACK_DAYS = 14;
const STACK_MOST = 5;
const NOTHING = { read: 0, of: 0 };

const total = (micros: readonly bigint[]) => micros.reduce((sum, each) => sum + each, 0n);

/** Units by their number of sessions, most first. */
function unitsOf(groups: readonly EnergyGroup[]): string[] {
  const sessions = new Map<string, number>();
  for (const { units } of groups) {
    for (const [unit, sums] of units) {
      sessions.set(unit, (sessions.get(unit) ?? 0) + sums.sessions);
    }
  }
  return unitsByCount(sessions);
}

/** Energy per day of groups in one unit, in millionths. */
function daysOf(groups: readonly EnergyGroup[], unit: string): bigint[] {
  const days = Array.from({ length: DAYS }, () => 0n);
  for (const { units } of groups) {
    const sums = units.get(unit)?.days ?? [];
    for (let at = 0; at < sums.length; at += 1) days[at] = (days[at] ?? 0n) + (sums[at] ?? 0n);
  }
  return days;
}

/** The days before today, counted back from it. */
const back = (days: readonly bigint[], from: number, count: number) =>
  days.slice(DAYS - 1 - from - count, DAYS - 1 - from);

/**
 * The energy of one Collective, or of all Entities.
 * @param collectiveId null: of all
 */
export function energyView(sums: EnergySums, collectiveId: string | null): Energy {
  const groups = sums.groups.filter(
    ({ collectives }) => collectiveId === null || collectives.includes(collectiveId),
  );
  const known = collectiveId === null ? sums.known : (sums.knownOf.get(collectiveId) ?? NOTHING);
  const [unit = '', ...otherUnits] = unitsOf(groups);
  const days = daysOf(groups, unit);
  const isAny = known.read > 0 || groups.some(({ units }) => units.size > 0);
  return {
    unit: unitName(unit),
    otherUnits,
    from: sums.dates[0] ?? '',
    days: isAny ? days.map(amountOf) : null,
    week: isAny
      ? {
          value: amountOf(total(back(days, 0, WEEK))),
          before: amountOf(total(back(days, WEEK, WEEK))),
        }
      : null,
    month: isAny ? amountOf(total(back(days, 0, MONTH))) : null,
    known,
    asOf: isoInstant(sums.asOf),
  };
}

/** The Collectives with the most energy in the time of the chart, most first. */
function topCollectives({ groups }: EnergySums, unit: string): string[] {
  const energy = new Map<string, bigint>();
  for (const group of groups) {
    const sum = total(group.units.get(unit)?.days.slice(-STACK_DAYS) ?? []);
    for (const id of group.collectives) energy.set(id, (energy.get(id) ?? 0n) + sum);
  }
  return [...energy]
    .filter(([, sum]) => sum !== 0n)
    .toSorted(([a, less], [b, more]) => (more === less ? (a < b ? -1 : 1) : more > less ? 1 : -1))
    .slice(0, STACK_MOST)
    .map(([id]) => id);
}

/** The energy of the fleet, with the ids of Collectives. */
type Stacked = Omit<FleetEnergy, 'stack'> & { stack: { id: string | null; values: number[] }[] };

function stacked(sums: EnergySums): Stacked {
  const [unit = ''] = unitsOf(sums.groups);
  const top = topCollectives(sums, unit);
  const parts = new Map<string | null, EnergyGroup[]>(
    [...top, null].map((id): [string | null, EnergyGroup[]] => [id, []]),
  );
  for (const group of sums.groups) {
    const id = top.find((each) => group.collectives.includes(each)) ?? null;
    parts.get(id)?.push(group);
  }
  const stack = [...parts]
    .map(([id, groups]) => ({ id, days: daysOf(groups, unit).slice(-STACK_DAYS) }))
    .filter(({ id, days }) => id !== null || days.some((micros) => micros !== 0n))
    .map(({ id, days }) => ({ id, values: days.map(amountOf) }));
  const previous = daysOf(sums.groups, unit).slice(-2 * STACK_DAYS, -STACK_DAYS);
  return { ...energyView(sums, null), stack, previous: previous.map(amountOf) };
}

/** What was stacked, as long as the sums are kept: it takes too long for every request. */
const kept = new WeakMap<EnergySums, Stacked>();

/**
 * The energy of the fleet, stacked by Collective.
 * @param names of the Collectives, by id
 */
export function fleetEnergy(sums: EnergySums, names: ReadonlyMap<string, string>): FleetEnergy {
  const energy = kept.get(sums) ?? stacked(sums);
  kept.set(sums, energy);
  return {
    ...energy,
    stack: energy.stack.map(({ id, values }) => ({
      collective: id === null ? null : { id, name: names.get(id) ?? id },
      values,
    })),
  };
}
