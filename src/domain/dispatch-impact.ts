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

/** The effect of a Command on the known Entities of a Collective. */
export interface Impact {
  total: number;
  /** Entities whose type accepts the Command. */
  takers: number;
  /** A sentence per group: Entities that accept it, that do not, and of unknown type. */
  sentences: { kind: 'takes' | 'fails' | 'unknown'; text: string }[];
}

interface Typed {
  type: string | null;
}

/** The number of Entities that accept a Command, by type. */
export function countTakers(type: CommandType, entities: readonly Typed[]): number {
  return entities.filter((entity) => takesCommand(type, entity.type) === true).length;
}

/** The effect of a Command per type of Entity, as sentences. */
export function impactOf(type: CommandType, entities: readonly Typed[]): Impact {
  const groups = { takes: new Map<string, number>(), fails: new Map<string, number>() };
  let unknown = 0;
  for (const entity of entities) {
    const takes = takesCommand(type, entity.type);
    if (takes === null || entity.type === null) {
      unknown += 1;
      continue;
    }
    const group = takes ? groups.takes : groups.fails;
    group.set(entity.type, (group.get(entity.type) ?? 0) + 1);
  }
  const takers = sum(groups.takes);
  const failing = sum(groups.fails);
  const sentences: Impact['sentences'] = [];
  if (takers > 0) {
    sentences.push({
      kind: 'takes',
      text: `${listTypes(groups.takes)}: ${COMMAND_RULES[type].effect}`,
    });
  }
  if (failing > 0) {
    const text =
      failing === 1
        ? `${listTypes(groups.fails)} does not take this Command and will fail it.`
        : `${listTypes(groups.fails)} do not take this Command and will fail it.`;
    sentences.push({ kind: 'fails', text });
  }
  if (unknown > 0) {
    sentences.push({
      kind: 'unknown',
      text: `${formatCount(unknown, 'Entity', 'Entities')} of unknown type might not take this Command.`,
    });
  }
  return { total: entities.length, takers, sentences };
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

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
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
