import { setImmediate as turn } from 'node:timers/promises';
import type { Energy, FleetEnergy } from '../../../contract/console/energy.ts';
import type { LeftOut } from '../../../contract/console/left-out.ts';
import { completeBefore, decidingRead } from '../../../domain/complete-days.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { WEEK_DAYS } from '../../../domain/last-days.ts';
import { dateIn } from '../../../domain/time.ts';
import { amountOf, unitName, unitsByCount } from './energy-amounts.ts';
import { addKnown, DAYS, type EnergyGroup, type EnergySums, type Known } from './energy-sums.ts';

/** Days of the chart by Collective, and Collectives that it names. */
const STACK_DAYS = 14;
const STACK_MOST = 5;
/** Views that are computed before others have their turn. */
const VIEWS_AT_ONCE = 50;

const total = (micros: readonly bigint[]) => micros.reduce((sum, each) => sum + each, 0n);
const count = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0);

/** Units by their number of sessions, most first. */
function unitsOf(groups: readonly EnergyGroup[]): string[] {
  const sessions = new Map<string, number>();
  for (const { units } of groups) {
    for (const [unit, { counted }] of units) {
      sessions.set(unit, (sessions.get(unit) ?? 0) + count(counted));
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

/** `length` days, the last of which is `from` days before today. */
const back = <T>(days: readonly T[], from: number, length: number) =>
  days.slice(DAYS - from - length, DAYS - from);

/** Sessions that are not in a sum, or in doubt. @param days those of the sum, of all */
function leftOutOf(
  groups: readonly EnergyGroup[],
  unit: string,
  days: <T>(all: readonly T[]) => readonly T[],
): LeftOut {
  const out: LeftOut = { otherUnits: 0, withoutEnergy: 0, doubtful: 0 };
  for (const { units, without, doubtful } of groups) {
    out.withoutEnergy += count(days(without));
    out.doubtful += count(days(doubtful));
    for (const [name, { counted }] of units) {
      if (name !== unit) out.otherUnits += count(days(counted));
    }
  }
  return out;
}

/** Number of days that are complete at all sites, counted from the first one. Today is never complete. */
function completeDays(
  { dates, computedAt }: EnergySums,
  known: Known,
  groups: readonly EnergyGroup[],
): number {
  const readAt = decidingRead(known);
  if (readAt === -Infinity) return 0;
  const before = completeBefore(readAt, computedAt);
  const zones = new Set(groups.flatMap((group) => [...group.known.keys()]));
  const from = [...zones].map((zone) => dateIn(zone, before));
  return dates.slice(0, -1).filter((date) => from.every((each) => date < each)).length;
}

/**
 * The energy of one Collective, or of all Entities.
 * @param collectiveId null: of all
 */
export function energyView(sums: EnergySums, collectiveId: string | null): Energy {
  const groups =
    collectiveId === null
      ? sums.groups
      : sums.groups.filter(({ collectives }) => collectives.includes(collectiveId));
  return viewOf(sums, groups);
}

/** The energy of each of some Collectives, in one pass over the groups if there are many. */
export async function energyViews(
  sums: EnergySums,
  ids: readonly string[],
): Promise<Map<string, Energy>> {
  const groupsOf = new Map(ids.map((id): [string, EnergyGroup[]] => [id, []]));
  for (const group of sums.groups) {
    for (const id of group.collectives) groupsOf.get(id)?.push(group);
  }
  const views = new Map<string, Energy>();
  for (const [id, groups] of groupsOf) {
    views.set(id, viewOf(sums, groups));
    if (views.size % VIEWS_AT_ONCE === 0) await turn();
  }
  return views;
}

function viewOf(sums: EnergySums, groups: readonly EnergyGroup[]): Energy {
  const known = addKnown(groups.flatMap((group) => [...group.known.values()]));
  const [unit = '', ...otherUnits] = unitsOf(groups);
  const days = daysOf(groups, unit);
  const leftOut = {
    week: leftOutOf(groups, unit, (all) => back(all, 0, WEEK_DAYS)),
    month: leftOutOf(groups, unit, (all) => all),
  };
  const counted = groups.flatMap(({ units }) => count(units.get(unit)?.counted ?? []));
  const sessions = count(counted) + leftOut.month.otherUnits + leftOut.month.withoutEnergy;
  const isAny = known.newest > -Infinity || sessions > 0;
  const complete = completeDays(sums, known, groups);
  const compared = Math.min(WEEK_DAYS, Math.max(0, complete - (DAYS - WEEK_DAYS)));
  const ofCompared = (from: number) =>
    amountOf(total(back(days, from, WEEK_DAYS).slice(0, compared)));
  return {
    unit: unitName(unit),
    otherUnits,
    from: sums.dates[0] ?? '',
    days: isAny ? days.map(amountOf) : null,
    sessions,
    provisionalFrom: sums.dates[complete] ?? '',
    week: isAny
      ? {
          value: amountOf(total(back(days, 0, WEEK_DAYS))),
          complete: { days: compared, value: ofCompared(0), before: ofCompared(WEEK_DAYS) },
        }
      : null,
    month: isAny ? amountOf(total(days)) : null,
    leftOut,
    known: { read: known.read, partly: known.partly, of: known.of },
    asOf: isoInstant(sums.asOf),
  };
}

/** The Collectives with the most energy of Entities that are in no other, in the chart's period, most first. */
function topCollectives({ groups }: EnergySums, unit: string): string[] {
  const energy = new Map<string, bigint>();
  for (const group of groups) {
    const [id, another] = group.collectives;
    if (id === undefined || another !== undefined) continue;
    energy.set(id, total(group.units.get(unit)?.days.slice(-STACK_DAYS) ?? []));
  }
  return [...energy]
    .filter(([, sum]) => sum !== 0n)
    .toSorted(([a, less], [b, more]) => (more === less ? (a < b ? -1 : 1) : more > less ? 1 : -1))
    .slice(0, STACK_MOST)
    .map(([id]) => id);
}

type Layer = FleetEnergy['stack'][number];

/** What a group of Entities counts in: the id of a Collective, or one of these. */
const TOGETHER = ['several', 'others'] as const;

const layerOf = ({ collectives: [id = 'others', another] }: EnergyGroup, top: readonly string[]) =>
  another !== undefined ? 'several' : top.includes(id) ? id : 'others';

/**
 * The energy of the fleet, stacked by the Collectives with most of it.
 * @param names of the Collectives, by id
 */
export function fleetEnergy(sums: EnergySums, names: ReadonlyMap<string, string>): FleetEnergy {
  const [unit = ''] = unitsOf(sums.groups);
  // By name: colours and legend stay where they are while more is read.
  const nameOf = (id: string) => names.get(id) ?? id;
  const top = topCollectives(sums, unit).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const parts = new Map<string, EnergyGroup[]>(
    [...top, ...TOGETHER].map((part): [string, EnergyGroup[]] => [part, []]),
  );
  for (const group of sums.groups) parts.get(layerOf(group, top))?.push(group);
  const stack = [...parts]
    .map(([part, groups]) => ({ part, days: daysOf(groups, unit).slice(-STACK_DAYS) }))
    .filter(({ days }) => days.some((micros) => micros !== 0n))
    .map(({ part, days }) => {
      const kind: Layer['kind'] = TOGETHER.find((each) => each === part) ?? 'collective';
      const collective = kind === 'collective' ? { id: part, name: nameOf(part) } : null;
      return { kind, collective, values: days.map(amountOf) };
    });
  const previous = daysOf(sums.groups, unit).slice(-2 * STACK_DAYS, -STACK_DAYS);
  const drawnLeftOut = leftOutOf(sums.groups, unit, (all) => all.slice(-2 * STACK_DAYS));
  return { ...energyView(sums, null), drawnLeftOut, stack, previous: previous.map(amountOf) };
}
