import type { Command } from '../../../contract/command.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { chosenRange } from '../../../domain/session-period.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { offboarding } from '../../testing/collective-samples.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { AS_OF, van } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  ANOMALOUS_SESSIONS,
  DEPOT,
  SESSION_DAYS,
  SESSIONS,
} from '../../testing/session-samples.ts';
import {
  answered,
  asOperator,
  failed,
  pages,
  pressed,
  saidLast,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { requestPages } from '../offboarding/use-requests.ts';
import {
  chosenFrame,
  commandPages,
  sessionPages,
  capacityOf,
  featuresOf,
  fleetEntity,
  locationPages,
} from './entities-queries.ts';
import { EntityPage } from './entity-page.tsx';
import type { EntitySearch } from './entity-search.ts';

const ID = uuid(1);
const page = (search: EntitySearch) => (
  <EntityPage entityId={ID} search={search} onSearch={() => {}} />
);
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const more = { continuationToken: 'two', pageSize: 200 };

const { range: frame } = chosenFrame({ commands: 'all' }, 'UTC', 0);
const { range } = chosenRange(SESSION_DAYS, browserZone(), 0);
const COMMAND_PAGES = commandPages(ID, frame ?? { start: '', end: null });
const SESSION_PAGES = sessionPages(ID, range ?? { start: '', end: null });

const command = (last: number, status: string, change: Partial<Command> = {}): Command => ({
  id: uuid(last),
  entityId: ID,
  status,
  triggerTime: `2026-03-02T14:${last}:00Z`,
  type: 'StopCharging',
  value: null,
  error: null,
  verification: null,
  ...change,
});
const COMMANDS = [
  command(10, 'Pending'),
  command(11, 'Failed', {
    error: { title: 'Offline', description: 'The vehicle has not answered for two hours' },
  }),
  command(12, 'Succeeded', { verification: { status: 'Pending', completedAt: null, error: null } }),
  command(13, 'Succeeded', {
    verification: { status: 'Verified', completedAt: '2026-03-02T14:14:00Z', error: null },
  }),
  command(14, 'Humming', { type: 'LimitFeedIn', value: '4.2' }),
  command(15, 'Canceled', { type: null, triggerTime: null }),
];
const NOWHERE = { id: uuid(402), label: 'Nowhere', latitude: 951, longitude: -4000 };

export const stories: Stories = {
  title: 'Tabs of an Entity',
  seed: asOperator(
    answered(query(DIRECTORY_ROUTES.entity, { params: { id: ID } }), {
      entity: van(1),
      erased: null,
      asOf: AS_OF,
    }),
  ),
  states: {
    'charge sessions with their map': seeded(
      pressed(page({ ...SESSION_DAYS, tab: 'sessions', grain: 'month' }), 'Show the map'),
      answered(SESSION_PAGES, pages({}, { data: [...SESSIONS] })),
    ),
    'flagged charge sessions, the next page failed': seeded(
      page({ ...SESSION_DAYS, tab: 'sessions', odd: '1' }),
      answered(SESSION_PAGES, pages({}, { data: [...ANOMALOUS_SESSIONS], meta: more })),
      failed(SESSION_PAGES, away),
    ),
    'Commands, also of another system': seeded(
      page({ tab: 'commands', commands: 'all' }),
      answered(COMMAND_PAGES, pages({}, { data: COMMANDS })),
      answered(
        fleetEntity(ID),
        storedVan({
          commands: COMMANDS.map((one, at) => ({
            command: one,
            dispatchId: null,
            sentBy: at % 2 === 0 ? 'Jonas Verbeek' : 'another system',
            knownAt: AS_OF,
          })),
        }),
      ),
    ),
    'Locations, one of them chosen': seeded(
      page({ tab: 'locations', location: NOWHERE.id }),
      answered(locationPages(ID), pages({}, { data: [DEPOT, NOWHERE] })),
      answered(
        query(ENDPOINTS.getLocation, { params: { entityId: ID, locationId: NOWHERE.id } }),
        NOWHERE,
      ),
    ),
    'settings of a viewer': seeded(
      page({ tab: 'settings' }),
      answered(featuresOf(ID), [
        { feature: 'CaptureChargeSessions', isEnabled: false },
        { feature: 'SmartChargingWithSolarForecast', isEnabled: true },
      ]),
      answered(capacityOf(ID), { batteryCapacity: null }),
      signedInAs('viewer'),
    ),
    'settings, before a change that may have happened, and read at once': seeded(
      page({ tab: 'settings' }),
      saidLast(
        featuresOf(ID),
        [{ feature: 'CaptureChargeSessions', isEnabled: false }],
        away,
        true,
      ),
      saidLast(capacityOf(ID), { batteryCapacity: 68 }, null),
    ),
    'offboarding, a request is Pending': seeded(
      page({ tab: 'offboarding' }),
      answered(requestPages, pages({}, { data: [offboarding(1, 'Pending')] })),
      signedInAs('administrator'),
    ),
  },
};
