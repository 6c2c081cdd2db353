import type { World } from './world-schema.ts';

/**
 * A part of a world, so that a large one need not fit into memory. References point to the same
 * slice or an earlier one; the Commands of an Entity are all in one slice.
 */
export type WorldSlice = Partial<World>;
