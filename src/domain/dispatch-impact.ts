import type { CommandType } from '../contract/command.ts';
import { COMMAND_RULES, feedInLimitW, takesCommand } from './command-rules.ts';
import { formatCount, formatNumber } from './format.ts';
import { wattsLabel } from './power-value.ts';

/** Entity types in words: one, many. */
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

/** What a Command would do to the known Entities of a Collective. */
export interface Impact {
  total: number;
  /** Entities whose type takes the Command. */
  takers: number;
  /** A sentence per group: what happens to those who take it, to those who do not, to the unknown. */
  sentences: { kind: 'takes' | 'fails' | 'unknown'; text: string }[];
}

interface Typed {
  type: string | null;
}

/** How many of the Entities take a Command, by their type. */
export function countTakers(type: CommandType, entities: readonly Typed[]): number {
  return entities.filter((entity) => takesCommand(type, entity.type) === true).length;
}

/** The consequence of a Command in words, per type of Entity. */
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
      text: `${formatCount(unknown, 'entity', 'entities')} of unknown type: whether this Command is taken is not known.`,
    });
  }
  return { total: entities.length, takers, sentences };
}

/** Limits below this many W are more often a slip of the unit than meant. */
const SMALL_LIMIT_W = 1000;

/**
 * A feed-in limit for each plant in words, and what may be wrong with it.
 * @param watts the limit as it is sent, in W
 * @param plants known Entities that take it
 */
export function limitImpact(watts: string, plants: number): { text: string; hint: string | null } {
  const whom = plants === 0 ? 'each plant' : `each of ${formatCount(plants, 'plant', 'plants')}`;
  const limit = feedInLimitW(watts);
  const small = limit !== null && limit < SMALL_LIMIT_W;
  return {
    text: `${wattsLabel(watts)} on ${whom}`,
    hint: small ? 'That is less than 1 kW for each plant. Check the unit.' : null,
  };
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

/** "60 charge points, 2 EVs and 1 battery", most first. */
function listTypes(counts: ReadonlyMap<string, number>): string {
  const parts = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([type, count]) => {
      const words = Object.hasOwn(TYPE_LABELS, type) ? TYPE_LABELS[type] : undefined;
      return words === undefined
        ? `${formatNumber(count)} of type ${type}`
        : formatCount(count, words[0], words[1]);
    });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
