import { get } from '../route.ts';
import { Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import {
  EntityFacets,
  EntityFilter,
  EntityListQuery,
  EntityPage,
  Found,
} from './directory-list.ts';
import { EntityFactsPart } from './entity-facts.ts';

/** Routes that list Entities, and search everything. */
export const ENTITY_LIST_ROUTES = {
  entities: get('/api/console/entities', {
    shows: ['directory', 'fleet', 'batches'],
    query: EntityListQuery,
    answer: EntityPage,
  }),
  entityFacets: get('/api/console/directory/facets', {
    shows: ['directory', 'fleet', 'batches'],
    query: EntityFilter,
    answer: EntityFacets,
  }),
  entityFacts: get('/api/console/directory/entity-facts', {
    query: z.strictObject({ after: Uuid.optional() }),
    answer: EntityFactsPart,
  }),
  /** Searches everything for a text or an id. */
  find: get('/api/console/find', {
    shows: ['directory', 'batches'],
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    answer: Found,
  }),
};
