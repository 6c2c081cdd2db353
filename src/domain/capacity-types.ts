import type { EntityTypeName } from '../contract/entity-type.ts';

/** Entity types that have a battery, and so a capacity that can be missing. */
export const TYPES_WITH_CAPACITY: readonly EntityTypeName[] = ['Battery', 'EV'];

/** Whether Entities of a type have a battery of their own. */
export function hasBattery(type: string | null): boolean {
  return TYPES_WITH_CAPACITY.some((each) => each === type);
}

/** Whether an Entity may lack a capacity: one whose type is not known may too. */
export function mayHaveCapacity(type: string | null): boolean {
  return type === null || hasBattery(type);
}
