import type { CommandType } from '../../../contract/command.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { type Behaviour, NOT_PLUGGED_IN } from '../../devices/behaviours.ts';
import { midnightMs, type PluggableEntity, stayAt } from '../../devices/stays.ts';
import { planCommand } from '../../devices/plan.ts';
import { refusal } from '../../devices/validation.ts';
import { uuidFor } from '../../random.ts';
import { addDays } from '../../../domain/time.ts';
import type { World } from '../world-schema.ts';

type WorldCommand = World['commands'][number];

/** The parts of an Entity that matter for its Commands. */
export interface Commanded extends PluggableEntity {
  behaviour: Behaviour;
}

interface Round {
  type: CommandType;
  value: string | null;
  /** Hour of the day, UTC. */
  hour: number;
  /** Days before today; negative: after it. */
  daysAgo: number;
}

/** A stop in the evening peak, and a start after it, for three weeks. */
export const CHARGING_ROUNDS: readonly Round[] = [
  1, 2, 3, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 20, 21,
].flatMap((daysAgo) => [
  { type: 'StopCharging', value: null, hour: 17, daysAgo },
  { type: 'StartCharging', value: null, hour: 20, daysAgo },
]);

/** A feed-in limit around noon, lifted in the afternoon. */
export const FEED_IN_ROUNDS: readonly Round[] = [1, 2, 4, 5, 8, 11, 12, 15, 18, 19].flatMap(
  (daysAgo) => [
    { type: 'LimitFeedIn', value: daysAgo % 2 === 0 ? '25000' : '40000', hour: 11, daysAgo },
    { type: 'Reset', value: null, hour: 15, daysAgo },
  ],
);

/** Tomorrow's limit, as planned today. */
export const PLANNED_ROUNDS: readonly Round[] = [
  { type: 'LimitFeedIn', value: '25000', hour: 11, daysAgo: -1 },
  { type: 'Reset', value: null, hour: 15, daysAgo: -1 },
];

/** Planned Commands of future rounds. @param today date (UTC), YYYY-MM-DD */
export function plannedCommands(
  seed: number,
  today: string,
  entities: readonly Pick<Commanded, 'id'>[],
  rounds: readonly Round[],
): WorldCommand[] {
  return rounds.flatMap(({ type, value, hour, daysAgo }) =>
    entities.map(({ id }) => ({
      id: uuidFor(seed, 'planned-command-id', id, hour),
      entityId: id,
      type,
      value,
      triggerTime: isoInstant(triggerMsOf(today, hour, daysAgo)),
      status: 'Pending' as const,
      error: null,
      verification: null,
    })),
  );
}

/**
 * Finished Commands of the past days, as the devices would have answered them.
 * @param today date (UTC), YYYY-MM-DD; all of the history is before it
 */
export function commandHistory(
  seed: number,
  today: string,
  parts: readonly { entities: readonly Commanded[]; rounds: readonly Round[] }[],
): WorldCommand[] {
  const ordinals = new Map<string, number>();
  return parts
    .flatMap(({ entities, rounds }) =>
      rounds.flatMap((round) => entities.map((entity) => ({ entity, round }))),
    )
    .map(({ entity, round }) => {
      const ordinal = (ordinals.get(entity.id) ?? 0) + 1;
      ordinals.set(entity.id, ordinal);
      return finished(seed, today, entity, round, ordinal);
    });
}

function triggerMsOf(today: string, hour: number, daysAgo: number): number {
  return midnightMs(addDays(today, -daysAgo)) + hour * 3_600_000;
}

function finished(
  seed: number,
  today: string,
  entity: Commanded,
  { type, value, hour, daysAgo }: Round,
  ordinal: number,
): WorldCommand {
  const triggerMs = triggerMsOf(today, hour, daysAgo);
  const plan = planCommand(seed, entity, ordinal);
  const command = {
    id: uuidFor(seed, 'command-id', entity.id, ordinal),
    entityId: entity.id,
    type,
    value,
    triggerTime: isoInstant(triggerMs),
    error: null,
    verification: null,
  };
  const refused = refusal(command, entity.type);
  if (refused !== null) return { ...command, status: 'Failed', error: refused };
  if (plan.fate.kind !== 'acknowledged') {
    return { ...command, status: 'Failed', error: plan.fate.error };
  }
  if (type === 'StartCharging' && stayAt(seed, entity, triggerMs) === null) {
    return { ...command, status: 'Failed', error: NOT_PLUGGED_IN };
  }
  const error = plan.fate.verificationError;
  const tookMs = plan.triggerMs + plan.sendMs + plan.outcomeMs + plan.verifyMs;
  return {
    ...command,
    status: 'Succeeded',
    verification: {
      status: error === null ? 'Succeeded' : 'Failed',
      completedAt: isoInstant(triggerMs + tookMs),
      error,
    },
  };
}
