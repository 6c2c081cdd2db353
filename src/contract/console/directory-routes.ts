import { GET, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import {
  EntityFacets,
  EntityFilter,
  EntityListQuery,
  EntityPage,
  Found,
} from './directory-list.ts';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
  DirectoryEntityDetail,
} from './directory.ts';
import { AllCollectiveFacts, AllEntityFacts } from './fleet-facts.ts';

/** Routes that read the directory. */
export const DIRECTORY_ROUTES = {
  collectives: {
    ...GET,
    path: '/api/console/collectives',
    query: z.strictObject({ archived: z.literal('1').optional() }),
    answer: DirectoryCollectives,
  },
  collective: {
    ...GET,
    path: '/api/console/collectives/{id}',
    params: byId,
    answer: DirectoryCollectiveDetail,
  },
  entity: {
    ...GET,
    path: '/api/console/entities/{id}',
    params: byId,
    answer: DirectoryEntityDetail,
  },
  entities: { ...GET, path: '/api/console/entities', query: EntityListQuery, answer: EntityPage },
  entityFacets: {
    ...GET,
    path: '/api/console/directory/facets',
    query: EntityFilter,
    answer: EntityFacets,
  },
  /** What the list of Collectives shows beside their records, from what was read of their Entities. */
  collectiveFacts: {
    ...GET,
    path: '/api/console/directory/collective-facts',
    answer: AllCollectiveFacts,
  },
  entityFacts: {
    ...GET,
    path: '/api/console/directory/entity-facts',
    answer: AllEntityFacts,
  },
  /** Searches everything that the console knows for a text or an id. */
  find: {
    ...GET,
    path: '/api/console/find',
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    answer: Found,
  },
} as const;
