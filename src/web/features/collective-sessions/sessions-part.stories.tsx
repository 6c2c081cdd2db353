import { chosenRange } from '../../../domain/session-period.ts';
import type { SessionsRead } from '../../api/charge-sessions.ts';
import { collectiveQuery } from '../../api/directory.ts';
import type { Stories } from '../../gallery/story.ts';
import { fleet, VANS } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, Pressed, type Seed, Seeded } from '../../testing/story-states.tsx';
import { ANOMALOUS_SESSIONS, SESSION_DAYS, SESSIONS } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { SessionsPart } from './sessions-part.tsx';

const QUERY = collectiveQuery(VANS.id);
const { range } = chosenRange(SESSION_DAYS, browserZone(), 0);
const RUN = ['collective-sessions', VANS.id, range?.start, range?.end];
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const START = ['Read the sessions of 12 Entities'];

/** What was read of the first vans: measured sessions, a few each. */
function readings(count: number, change: (at: number) => Partial<SessionsRead> = () => ({})): Seed {
  const answers = Array.from({ length: count }, (_, at): [string, SessionsRead] => [
    uuid(at + 1),
    {
      sessions: SESSIONS.slice(at % 6, (at % 6) + 2),
      error: null,
      looped: false,
      at: Date.parse('2026-03-02T14:02:31Z'),
      ...change(at),
    },
  ]);
  return (client) => client.setQueryData(RUN, new Map(answers));
}

function part(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <SessionsPart
        collectiveId={VANS.id}
        choice={SESSION_DAYS}
        grain="month"
        onChoice={() => {}}
        onGrain={() => {}}
      />
    </Seeded>
  );
}

const twelve = answered(QUERY, fleet(12));

export const stories: Stories = {
  title: 'Charge sessions of a Collective',
  states: {
    loading: () => part(),
    error: () => part(failed(QUERY, problem('store_unavailable', 503))),
    empty: () => part(answered(QUERY, fleet(0))),
    'not read yet': () => part(twelve),
    reading: () => <Pressed names={START}>{part(twelve)}</Pressed>,
    'stopped, partial': () => part(twelve, readings(5)),
    'some failed, in two units': () =>
      part(
        twelve,
        readings(12, (at) =>
          at < 2
            ? { sessions: [], error: away }
            : at === 2
              ? { sessions: [...ANOMALOUS_SESSIONS] }
              : {},
        ),
      ),
    full: () => part(twelve, readings(12)),
  },
};
