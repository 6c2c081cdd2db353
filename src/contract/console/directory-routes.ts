import { get } from '../route.ts';
import { z } from '../zod.ts';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
  DirectoryEntityDetail,
} from './directory.ts';
import { AllCollectiveFacts } from './fleet-facts.ts';

/** Routes that read the directory, used by every page; lists of Entities have their own table. */
export const DIRECTORY_ROUTES = {
  collectives: get('/api/console/collectives', {
    shows: ['directory'],
    query: z.strictObject({ archived: z.literal('1').optional() }),
    answer: DirectoryCollectives,
  }),
  collective: get('/api/console/collectives/{id}', {
    shows: ['directory'],
    answer: DirectoryCollectiveDetail,
  }),
  entity: get('/api/console/entities/{id}', {
    shows: ['directory'],
    answer: DirectoryEntityDetail,
  }),
  /** Facts of the list of Collectives, computed from their Entities. */
  collectiveFacts: get('/api/console/directory/collective-facts', {
    shows: ['directory', 'fleet', 'batches'],
    /** Days of energy are counted in the zone. */
    query: z.strictObject({ zone: z.string().min(1).max(100) }),
    answer: AllCollectiveFacts,
  }),
};
