import type { TitledError } from '../../contract/primitives.ts';
import {
  COMMAND_RULES,
  FEED_IN_LIMIT_MAX_W,
  feedInLimitW,
  isCommandType,
  takesCommand,
} from '../../domain/command-rules.ts';
import { isoInstant } from '../../domain/instant.ts';

/** How long a device refuses further Commands of the same type, in milliseconds. */
export const COOLDOWN_MS = 30_000;

/**
 * Validates a Command like a device does, before it is sent to it.
 * @param command type, and value as text
 * @returns null if the device accepts it, otherwise the reason
 */
export function refusal(
  command: { type: string; value: string | null },
  entityType: string,
): TitledError | null {
  const { type, value } = command;
  if (!isCommandType(type) || takesCommand(type, entityType) !== true) {
    return {
      title: 'Command not supported',
      description: `A device of the type ${entityType} does not take the Command ${type}.`,
    };
  }
  const takesLimit = COMMAND_RULES[type].value !== null;
  if (takesLimit && feedInLimitW(value ?? '') === null) {
    return {
      title: 'Value not valid',
      description:
        `${type} needs a number of W from 0 to ${FEED_IN_LIMIT_MAX_W}, for example 5000; ` +
        (value === null || value === '' ? 'no value was given.' : `"${shortened(value)}" is none.`),
    };
  }
  return null;
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

/** Why a Command fails during a cooldown. */
export function cooldownError(untilMs: number): TitledError {
  return {
    title: 'Cooldown active',
    description: `The device takes no further Command of this kind until ${isoInstant(untilMs)}.`,
  };
}
