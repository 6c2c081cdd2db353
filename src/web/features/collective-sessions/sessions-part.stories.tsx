import { chosenRange } from '../../../domain/session-period.ts';
import type { Stories } from '../../gallery/story.ts';
import { collectiveSessions } from '../../testing/fleet-entity-samples.ts';
import { AS_OF, VANS } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded } from '../../testing/story-states.tsx';
import { ANOMALOUS_SESSIONS, SESSION_DAYS } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { SessionsPart } from './sessions-part.tsx';
import { collectiveSessions as read } from './sessions-queries.ts';

const zone = browserZone();
const { range } = chosenRange(SESSION_DAYS, zone, 0);
const QUERY = read(VANS.id, range ?? { start: '', end: null }, zone, 1);
const NONE = { total: 0, units: [], days: [], most: [], least: [], rows: [], without: 60 };
const van = (last: number) => ({ id: uuid(last), name: `Van 0${last}`, type: 'EV' });
const { range: name, from: first, to: last } = SESSION_DAYS;
const view = (
  <SessionsPart
    collectiveId={VANS.id}
    search={{ range: name, first, last, grain: 'day' }}
    onSearch={() => {}}
  />
);
const full = answered(QUERY, collectiveSessions());

export const stories: Stories = {
  title: 'Charge sessions of a Collective',
  seed: asOperator(),
  states: {
    empty: seeded(view, answered(QUERY, collectiveSessions(NONE))),
    'partial, in two units': seeded(
      view,
      answered(
        QUERY,
        collectiveSessions({
          units: [
            { unit: 'kWh', energy: 18_734.5, sessions: 940 },
            { unit: null, energy: 3, sessions: 2 },
          ],
          flagged: 4,
          never: { total: 2, entities: [van(1), van(2)] },
          partial: { total: 1, entities: [{ ...van(3), knownFrom: '2023-02-01T00:00:00Z' }] },
          partlyRead: {
            total: 1,
            entities: [{ ...van(6), message: '1 item left out.', triedAt: AS_OF }],
          },
          failing: {
            total: 70,
            entities: [{ ...van(5), message: 'Answered 503.', triedAt: AS_OF, readAt: AS_OF }],
          },
          rows: ANOMALOUS_SESSIONS.map((session, at) => ({ ...van(at + 1), session })),
        }),
      ),
    ),
    full: seeded(view, full),
    stale: seeded(view, full, failed(QUERY, problem('internal', 500))),
  },
};
