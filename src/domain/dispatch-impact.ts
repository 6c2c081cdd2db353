import type { CommandType } from '../contract/command.ts';
import { COMMAND_RULES, feedInLimitW, takesCommand } from './command-rules.ts';
import { formatCount, formatNumber } from './format.ts';
import { wattsLabel } from './power-value.ts';

/** Labels of Entity types: singular, plural. */
const TYPE_LABELS: Readonly<Record<string, readonly [string, string]>> = {
  Battery: ['battery', 'batteries'],
  ChargePoint: ['charge point', 'charge points'],
  EV: ['EV', 'EVs'],
  HeatPump: ['heat pump', 'heat pumps'],
  Inverter: ['inverter', 'inverters'],
  Meter: ['meter', 'meters'],
  RetrofitMeter: ['retrofit meter', 'retrofit meters'],
  SolarPlant: ['solar plant', 'solar plants'],
};

interface Typed {
  type: string | null;
}

/** The number of Entities that accept a Command, by type. */
export function countTakers(type: CommandType, entities: readonly Typed[]): number {
  return entities.filter((entity) => takesCommand(type, entity.type) === true).length;
}

/** The effect of a Command on the Entities that accept it; null: none does. */
export function effectOn(type: CommandType, entities: readonly Typed[]): string | null {
  const counts = new Map<string, number>();
  for (const entity of entities) {
    if (entity.type === null || takesCommand(type, entity.type) !== true) continue;
    counts.set(entity.type, (counts.get(entity.type) ?? 0) + 1);
  }
  return counts.size === 0 ? null : `${listTypes(counts)}: ${COMMAND_RULES[type].effect}`;
}

/** Limits below this many W are probably a wrong unit. */
const SMALL_LIMIT_W = 1000;

/**
 * The feed-in limit for each plant, and a warning if it looks wrong.
 * @param watts the limit as sent, in W
 * @param plants known Entities that accept it
 */
export function limitImpact(watts: string, plants: number): { text: string; hint: string | null } {
  const target = plants === 0 ? 'each plant' : `each of ${formatCount(plants, 'plant', 'plants')}`;
  const limit = feedInLimitW(watts);
  const small = limit !== null && limit < SMALL_LIMIT_W;
  return {
    text: `${wattsLabel(watts)} on ${target}`,
    hint: small ? 'That is less than 1 kW for each plant. Check the unit.' : null,
  };
}

/** "60 charge points, 2 EVs and 1 battery", largest count first. */
function listTypes(counts: ReadonlyMap<string, number>): string {
  const parts = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([type, count]) => {
      const label = Object.hasOwn(TYPE_LABELS, type) ? TYPE_LABELS[type] : undefined;
      return label === undefined
        ? `${formatNumber(count)} of type ${type}`
        : formatCount(count, label[0], label[1]);
    });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
