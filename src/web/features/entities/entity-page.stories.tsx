import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { neverRead, storedVan } from '../../testing/fleet-entity-samples.ts';
import { AS_OF, COLLECTIVES, van } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { DEPOT, recentSessions } from '../../testing/session-samples.ts';
import {
  answered,
  asOperator,
  failed,
  pages,
  saidLast,
  seeded,
} from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { requestPages } from '../offboarding/use-requests.ts';
import {
  sessionPages,
  capacityOf,
  featuresOf,
  fleetEntity,
  locationPages,
} from './entities-queries.ts';
import { EntityPage } from './entity-page.tsx';

const ID = uuid(23);
const BY = { params: { id: ID } };
const RECORD = query(DIRECTORY_ROUTES.entity, BY);
const FEATURES = featuresOf(ID);
const CAPACITY = capacityOf(ID);
const PLACES = locationPages(ID);
const SESSIONS = sessionPages(ID, presetRange('30d', browserZone(), Date.parse(AS_OF)));
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const view = <EntityPage entityId={ID} search={{}} onSearch={() => {}} />;

const known = answered(RECORD, { entity: van(23), erased: null, asOf: AS_OF });
const stored = answered(fleetEntity(ID), storedVan({ id: ID }));
const unknownToService = van(23, {
  name: null,
  brand: null,
  collectives: COLLECTIVES.map(({ id, name }) => ({ id, name })),
  unreachable: { status: 404, at: AS_OF, offboardedAt: AS_OF },
});

export const stories: Stories = {
  title: 'Page of an Entity',
  seed: asOperator(),
  states: {
    loading: seeded(view),
    error: seeded(view, failed(RECORD, away), failed(fleetEntity(ID), away)),
    empty: seeded(
      view,
      known,
      answered(fleetEntity(ID), storedVan({ id: ID, commands: [] })),
      answered(CAPACITY, { batteryCapacity: null }),
      answered(FEATURES, []),
      answered(PLACES, pages({}, { data: [] })),
      answered(SESSIONS, pages({}, { data: [] })),
    ),
    full: seeded(
      view,
      known,
      stored,
      answered(CAPACITY, { batteryCapacity: 77 }),
      answered(FEATURES, [{ feature: 'CaptureChargeSessions', isEnabled: true }]),
      answered(PLACES, pages({}, { data: [DEPOT] })),
      answered(SESSIONS, pages({}, { data: recentSessions() })),
      answered(requestPages, pages({}, { data: [] })),
    ),
    'said last, the Service does not answer': seeded(
      view,
      known,
      stored,
      saidLast(CAPACITY, { batteryCapacity: 77 }, away),
      saidLast(FEATURES, [{ feature: 'CaptureChargeSessions', isEnabled: true }], away),
      saidLast(PLACES, pages({}, { data: [DEPOT] }), away),
      saidLast(SESSIONS, pages({}, { data: recentSessions() }), away),
    ),
    'the Service does not answer, and never did': seeded(
      view,
      known,
      answered(fleetEntity(ID), neverRead()),
      failed(CAPACITY, away),
      failed(FEATURES, away),
      failed(PLACES, away),
      failed(SESSIONS, away),
    ),
    'offboarded, in three Collectives': seeded(
      view,
      answered(RECORD, { entity: unknownToService, erased: null, asOf: AS_OF }),
      stored,
      saidLast(CAPACITY, { batteryCapacity: 77 }, null),
      saidLast(FEATURES, [{ feature: 'CaptureChargeSessions', isEnabled: true }], null),
      saidLast(PLACES, pages({}, { data: [DEPOT] }), null),
      saidLast(SESSIONS, pages({}, { data: recentSessions() }), null),
    ),
  },
};
