import type { World } from './world-schema.ts';

/**
 * A part of a world, so that a large one need not be in memory as a whole. Slices come in such an
 * order that what is referred to is in the same slice or an earlier one; the Commands of an Entity
 * are all in one slice.
 */
export type WorldSlice = Partial<World>;
