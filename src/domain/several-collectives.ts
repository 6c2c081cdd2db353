/** How an Entity that is in several Collectives counts: the same words wherever energy is told by Collective. */
export const SEVERAL_COLLECTIVES = {
  /** Name of what it counts in where all parts add up to the whole. */
  name: 'in several',
  once: 'An Entity of several Collectives counts once, as “in several”.',
  each: 'An Entity of several Collectives counts in each of them, so these may add up to more than the fleet.',
} as const;
