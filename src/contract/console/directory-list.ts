import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import { BatchSummary } from './batch.ts';
import { ENTITY_SORTS } from './choices.ts';
import { DirectoryEntityRecord } from './directory.ts';
import { EntityFacts, FACT_FILTERS } from './entity-facts.ts';

const Value = z.string().min(1).max(200).optional();

/** Filters of a list of Entities; each has one value. */
export const EntityFilter = z.strictObject({
  /** Terms that must all occur in name, type, brand, tags or place, or begin the id (4 characters or more). */
  q: z.string().max(200).optional(),
  type: Value,
  brand: Value,
  tag: Value,
  source: Value,
  collective: Uuid.optional(),
  health: z.enum(['unreachable', 'offboarded', 'fine']).optional(),
  archived: z.literal('1').optional(),
  ...FACT_FILTERS,
});
export type EntityFilter = z.infer<typeof EntityFilter>;

/** Maximum number of rows on one page of a list. */
const ENTITY_PAGE_MAX = 500;

export const EntityListQuery = EntityFilter.extend({
  sort: z.enum(ENTITY_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(ENTITY_PAGE_MAX).optional(),
});
export type EntityListQuery = z.infer<typeof EntityListQuery>;

const Count = z.int().nonnegative();

/** A row of the list of Entities. */
export const EntityListRow = DirectoryEntityRecord.extend({
  /** Null: nothing has been read yet. */
  facts: EntityFacts.nullable(),
});
export type EntityListRow = z.infer<typeof EntityListRow>;

export const EntityPage = z.object({
  entities: z.array(EntityListRow),
  /** Rows of all pages. */
  total: Count,
  offset: Count,
  asOf: Instant,
});
export type EntityPage = z.infer<typeof EntityPage>;

/** A value of a filter, and the number of rows it would show. */
const FacetValue = z.object({ value: z.string(), label: z.string(), count: Count });

/** The most frequent values, and their total number. */
export const Facet = z.object({ values: z.array(FacetValue), distinct: Count });
export type Facet = z.infer<typeof Facet>;

/** What the filters offer; the counts are of the rows that a value would show, the other filters unchanged. */
export const EntityFacets = z.object({
  total: Count,
  type: Facet,
  brand: Facet,
  outcome: Facet,
  capacity: Facet,
  reads: Facet,
  /** Rows that these filters would show. */
  silent: Count,
  planned: Count,
  /** What the directory has of these, by name; not counted. */
  source: z.array(z.string()),
  tag: z.array(z.string()),
  /** Columns of the list in which no listed Entity has anything: they can be left out. */
  empty: z.array(z.string()),
});
export type EntityFacets = z.infer<typeof EntityFacets>;

/** Results of a search of everything. */
export const Found = z.object({
  collectives: z.array(z.object({ id: Uuid, name: z.string(), type: z.string().nullable() })),
  entities: z.array(
    z.object({ id: Uuid, name: z.string().nullable(), type: z.string().nullable() }),
  ),
  /** By dispatch id, by the Service's batch id, by reason or by Collective. */
  batches: z.array(BatchSummary),
  commands: z.array(
    z.object({ id: Uuid, dispatchId: Uuid, entityId: Uuid, type: z.string().nullable() }),
  ),
});
export type Found = z.infer<typeof Found>;
