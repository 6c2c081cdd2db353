import { FACT_CHOICES } from '../../../contract/console/choices.ts';
import { z } from '../../../contract/zod.ts';

/** Filters of Entities by facts, as in addresses; invalid values are ignored. */
export const FACT_SEARCH = {
  outcome: z.string().max(40).optional().catch(undefined),
  capacity: z.enum(FACT_CHOICES.capacity).optional().catch(undefined),
  capture: z.enum(FACT_CHOICES.capture).optional().catch(undefined),
  place: z.enum(FACT_CHOICES.place).optional().catch(undefined),
  reads: z.enum(FACT_CHOICES.reads).optional().catch(undefined),
  silent: z.literal('1').optional().catch(undefined),
  planned: z.literal('1').optional().catch(undefined),
} as const;

/** A search without these filters. */
export const NO_FACTS = {
  outcome: undefined,
  capacity: undefined,
  capture: undefined,
  place: undefined,
  reads: undefined,
  silent: undefined,
  planned: undefined,
} as const satisfies Record<keyof typeof FACT_SEARCH, undefined>;
