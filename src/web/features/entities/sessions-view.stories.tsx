import type { ChargeSession } from '../../../contract/charge-session.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { chosenRange } from '../../../domain/session-period.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  Pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { ANOMALOUS_SESSIONS, SESSION_DAYS, SESSIONS } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { sessionPages } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';
import { SessionsSection } from './sessions-section.tsx';

const ID = uuid(1);
const { range } = chosenRange(SESSION_DAYS, browserZone(), 0);
const QUERY = sessionPages(ID, range ?? { start: '', end: null });
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const more = { continuationToken: 'two', pageSize: 500 };
const listed = (sessions: readonly ChargeSession[], meta?: typeof more) =>
  answered(QUERY, pages({}, { data: [...sessions], meta }));
const MAP = ['Show the map'];

function section(search: EntitySearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('operator'), ...seeds]}>
      <SessionsSection entityId={ID} search={{ ...SESSION_DAYS, ...search }} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Charge sessions of an Entity',
  states: {
    loading: () => section({}),
    error: () => section({}, failed(QUERY, away)),
    'empty, not captured': () =>
      section(
        {},
        listed([]),
        answered(query(ENDPOINTS.listFeatures, { params: { entityId: ID } }), [
          { feature: 'CaptureChargeSessions', isEnabled: false },
        ]),
      ),
    'invalid days': () => section({ from: '2023-05-31', to: '2023-05-01' }),
    'reading more': () => section({}, listed(SESSIONS, more)),
    'partial, the next page failed': () => section({}, listed(SESSIONS, more), failed(QUERY, away)),
    full: () => <Pressed names={MAP}>{section({ grain: 'month' }, listed(SESSIONS))}</Pressed>,
    'anomalous ones in two units, stale': () =>
      section({ odd: '1' }, listed(ANOMALOUS_SESSIONS), failed(QUERY, away)),
  },
};
