import { COMMAND_RULES, isCommandType } from './command-rules.ts';
import { formatNumber } from './format.ts';

/** Default number of Entities above which every dispatch is confirmed by name. */
export const CONFIRM_ENTITIES_DEFAULT = 100;

/**
 * Reasons why the name of the Collective must be typed before a dispatch is sent.
 * @param asked its Command types, whether it ignores cooldowns, and the number of known Entities
 * @param limit confirmation is needed above this number of Entities
 * @returns one phrase per reason; empty if no confirmation is needed
 */
export function confirmationReasons(
  asked: { types: readonly (string | null)[]; ignoreCooldown: boolean; entities: number },
  limit: number,
): string[] {
  const disruptive = [...new Set(asked.types)]
    .filter(isCommandType)
    .filter((type) => COMMAND_RULES[type].disruptive);
  return [
    ...disruptive.map((type) => `“${COMMAND_RULES[type].verb}” is disruptive`),
    ...(asked.ignoreCooldown ? ['cooldowns are ignored'] : []),
    ...(asked.entities > limit ? [`it reaches more than ${formatNumber(limit)} Entities`] : []),
  ];
}

const plain = (name: string) => name.normalize('NFC').trim().toLowerCase();

/** Whether a typed name matches that of the Collective, ignoring case and surrounding spaces. */
export function isNameTyped(typed: string, name: string): boolean {
  return plain(typed) === plain(name);
}
