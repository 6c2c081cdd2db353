import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { EntityFacets } from '../../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { bulkRuns } from '../../api/jobs.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { bulkRun, RUNNING_BULK } from '../../testing/job-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { FACETS as ALL_FACETS } from '../../testing/fleet-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, pressed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { BulkPage } from './bulk-page.tsx';
import type { BulkSearch } from './bulk-search.ts';

const form = (search: BulkSearch) => <BulkPage search={search} onSearch={() => {}} />;
const { collective, entities } = vans();
const chosen = form({ collective: collective.id });
const filter = { collective: collective.id };
const FACETS: EntityFacets = {
  ...ALL_FACETS,
  total: entities.length,
  type: { values: [{ value: 'EV', label: 'EV', count: 3 }], distinct: 1 },
  brand: { values: [{ value: 'Ford', label: 'Ford', count: 1 }], distinct: 1 },
};
const TARGETS = query(JOB_ROUTES.bulkTargets, { body: { filter } });
const targets = answered(TARGETS, {
  entities,
  unknown: [uuid(41)],
  total: entities.length,
  asOf: SEEN_AT,
});

export const stories: Stories = {
  title: 'New bulk change',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.collectives), { collectives: [collective], asOf: SEEN_AT }),
    answered(query(ENTITY_LIST_ROUTES.entityFacets, { query: filter }), FACETS),
    answered(query(ENTITY_LIST_ROUTES.entityFacets, { query: {} }), FACETS),
    answered(bulkRuns, { jobs: [RUNNING_BULK, bulkRun()], more: false, asOf: SEEN_AT }),
  ),
  states: {
    empty: seeded(form({})),
    'reading the Entities': seeded(chosen),
    'capacities, of chosen Entities': seeded(pressed(chosen, 'Battery capacity'), targets),
    'from an earlier run': seeded(form({ from: uuid(740), how: 'back' })),
    reviewing: seeded(pressed(chosen, 'Review the change of 5 Entities'), targets),
  },
};
