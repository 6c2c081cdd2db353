import type { Command } from '../../../contract/command.ts';
import type { FleetEntity, KnownCommand } from '../../../contract/console/fleet-entity.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { CommandFrame } from './entities-queries.ts';

/**
 * Stored Commands with a trigger time in a period.
 * @returns null if nothing is known: never read, and none sent from here
 */
export function storedCommands(
  entity: FleetEntity | undefined,
  frame: CommandFrame,
): readonly Command[] | null {
  if (entity === undefined) return null;
  const read = entity.reads.find(({ resource }) => resource === 'commands');
  if ((read?.readAt ?? null) === null && entity.commands.length === 0) return null;
  const start = instantMs(frame.start) ?? -Infinity;
  const end = instantMs(frame.end) ?? Infinity;
  return entity.commands.flatMap(({ command }) => {
    const at = instantMs(command.triggerTime);
    return at !== null && at >= start && at < end ? [command] : [];
  });
}

/** Stored Commands by id, with their senders. */
export function storedById(entity: FleetEntity | undefined): ReadonlyMap<string, KnownCommand> {
  return new Map((entity?.commands ?? []).map((known) => [known.command.id, known]));
}
