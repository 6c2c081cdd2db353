import { z } from './zod.ts';
import { Instant } from './primitives.ts';

/** Query values are text; a page size is a whole number of rows. */
const PageSize = z.coerce.number().int().positive();

/** Paging. Spec, "Limits" 1; names: public facts, "Names of query parameters". */
export const PagingQuery = z.strictObject({
  pageSize: PageSize.optional(),
  continuationToken: z.string().min(1).max(2048).optional(),
});

/** Paging within a time frame: start inclusive, end exclusive. Spec, "Commands" and "Charge Sessions". */
export const TimeFrameQuery = PagingQuery.extend({
  start: Instant.optional(),
  end: Instant.optional(),
});

/** Makes the service ignore the Entities' cooldowns. Spec, "Commands", POST commands. */
export const CooldownQuery = z.strictObject({
  ignoreCooldown: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
});

/**
 * The names of query parameters at a deployment. The specification does not give them; the defaults
 * are those of the public facts, and each can be configured.
 */
export const Dialect = z.strictObject({
  start: z.string().min(1).default('start'),
  end: z.string().min(1).default('end'),
  pageSize: z.string().min(1).default('pageSize'),
  continuationToken: z.string().min(1).default('continuationToken'),
  ignoreCooldown: z.string().min(1).default('ignoreCooldown'),
});
export type Dialect = z.infer<typeof Dialect>;
export type QueryName = keyof Dialect;

export const DEFAULT_DIALECT: Dialect = Dialect.parse({});
