import { ENTITY_TYPES } from '../contract/entity-type.ts';
import { COMMAND_RULES } from './command-rules.ts';

/** Whether an Entity of a type may have charge sessions; one of a type that is not known may. */
export function mayCharge(type: string | null): boolean {
  return (
    !ENTITY_TYPES.some((known) => known === type) ||
    COMMAND_RULES.StartCharging.entityTypes.some((known) => known === type)
  );
}

/** Whether an Entity of a type feeds into the grid, so that limits concern it. */
export function feedsIn(type: string | null): boolean {
  return COMMAND_RULES.LimitFeedIn.entityTypes.some((known) => known === type);
}

/** Whether a Command limits what is fed in (true), or lifts the limits (false); null: neither. */
export function limitsFeedIn(type: string | null): boolean | null {
  if (type === 'Reset') return false;
  return type === 'LimitFeedIn' || type === 'StopFeedIn' || type === 'Disconnect' ? true : null;
}
