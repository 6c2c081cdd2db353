import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import type { RecentEnergy } from '../../../contract/console/fleet-facts.ts';
import { FLEET_RESOURCES, type FleetResource } from '../../../contract/console/choices.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { DAY_MS, isoInstant } from '../../../domain/instant.ts';
import { silentSince } from '../../../domain/silent.ts';
import type { FleetFactsRow } from '../../../store/schema/fleet-schema.ts';
import { amountOf, unitName } from '../energy/energy-amounts.ts';

/** The energy of days, in millionths. */
function daysOf({ days }: Pick<FleetFactsRow, 'days'>): (number | null)[] {
  return days === '' ? [] : days.split(',').map((text) => (text === '' ? null : Number(text)));
}

const dateOf = (ms: number) => isoInstant(ms).slice(0, 10);

/** Energy as shown. @param of in millionths; `lastDay` in days since the epoch */
function shownEnergy(
  of: Pick<FleetFactsRow, 'energy' | 'unit' | 'other_units' | 'without_energy'> & {
    days: readonly (number | null)[];
    lastDay: number;
    completeBefore: number | null;
  },
): RecentEnergy {
  const lastMs = of.lastDay * DAY_MS;
  return {
    value: of.energy === null ? null : amountOf(of.energy),
    unit: unitName(of.unit),
    leftOut: { otherUnits: of.other_units, withoutEnergy: of.without_energy },
    days: of.days.map((micros) => (micros === null ? null : amountOf(micros))),
    until: dateOf(lastMs),
    provisionalFrom: dateOf(of.completeBefore ?? lastMs),
  };
}

/** The resources whose last read was partial. */
export function partlyRead({ partial_of: of }: Pick<FleetFactsRow, 'partial_of'>): FleetResource[] {
  const names = of.split(',');
  return FLEET_RESOURCES.filter((resource) => names.includes(resource));
}

const instantOrNull = (ms: number | null) => (ms === null ? null : isoInstant(ms));

/**
 * Facts as lists show them.
 * @param now milliseconds since the epoch
 */
export function shownFacts(row: FleetFactsRow, policy: FleetPolicy, now: number): EntityFacts {
  const read = (resource: FleetResource, at: number) => ({
    readAt: isoInstant(at),
    isStale: at < freshFrom(policy, resource, now),
  });
  return {
    commandsAt: instantOrNull(row.commands_at),
    last:
      row.last_verdict === null
        ? null
        : {
            verdict: row.last_verdict,
            type: row.last_type,
            at: instantOrNull(row.last_at),
            isOurs: row.last_ours === 1,
          },
    seenAt: instantOrNull(row.seen_at),
    sessionsFrom: instantOrNull(row.sessions_from),
    isSilent: silentSince(row.session_at, now) !== null,
    energy:
      row.sessions_at === null
        ? null
        : {
            ...shownEnergy({
              ...row,
              days: daysOf(row),
              lastDay: row.last_day,
              completeBefore: row.complete_before,
            }),
            ...read('sessions', row.sessions_at),
          },
    capacity:
      row.capacity_at === null
        ? null
        : { value: row.capacity, ...read('capacity', row.capacity_at) },
    capture:
      row.features_at === null
        ? null
        : {
            isOn: row.capture === null ? null : row.capture === 1,
            ...read('features', row.features_at),
          },
    place: row.place,
    // A plan that has begun since is not shown; the facts are computed again soon.
    planned:
      row.planned_at === null || row.planned_at <= now
        ? null
        : { type: row.planned_type, at: isoInstant(row.planned_at) },
    failing: row.failing === 0 ? null : { count: row.failing, message: row.message ?? '' },
    partial:
      row.partial === 0
        ? null
        : { count: row.partial, message: row.partial_message ?? '', of: partlyRead(row) },
    readAt: instantOrNull(row.read_at),
  };
}
