import { COMMAND_RULES, isCommandType } from './command-rules.ts';
import { formatNumber } from './format.ts';

/** Entities above which every dispatch is confirmed by name, where nothing else is set. */
export const CONFIRM_ENTITIES_DEFAULT = 100;

/**
 * Why the name of the Collective has to be typed before a dispatch is sent.
 * @param asked types of its Commands, whether it ignores cooldowns, and how many Entities are known
 * @param limit more Entities than this need it
 * @returns the reasons in words; empty where nothing has to be typed
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

/** Whether a typed name is that of the Collective; case and spaces around it do not count. */
export function isNameTyped(typed: string, name: string): boolean {
  return plain(typed) === plain(name);
}
