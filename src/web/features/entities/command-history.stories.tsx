import type { Command } from '../../../contract/command.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { CommandHistory } from './command-history.tsx';
import { chosenFrame } from './command-frame.ts';
import { commandPages } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';

const ID = uuid(23);
const ALL: EntitySearch = { commands: 'all' };
const { frame } = chosenFrame(ALL, 'UTC', 0);
const QUERY = commandPages(ID, frame ?? { start: '', end: null });
const STORED = query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: ID } });

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
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const listed = (...rows: readonly Command[]) => answered(QUERY, pages({}, { data: [...rows] }));

function history(search: EntitySearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('operator'), ...seeds]}>
      <CommandHistory
        entityId={ID}
        entityName="Van 23"
        search={{ ...ALL, ...search }}
        onSearch={() => {}}
      />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Commands of an Entity',
  states: {
    loading: () => history({}),
    error: () => history({}, failed(QUERY, away)),
    empty: () => history({}, listed()),
    'invalid days': () =>
      history({ commands: 'custom', commandsFrom: '2026-03-02', commandsTo: '2026-03-01' }),
    full: () => history({}, listed(...COMMANDS)),
    'with Commands of another system': () =>
      history(
        {},
        listed(...COMMANDS),
        answered(
          STORED,
          storedVan({
            commands: COMMANDS.map((one, at) => ({
              command: one,
              mine: at % 2 === 0,
              knownAt: '2026-03-02T14:00:00Z',
            })),
          }),
        ),
      ),
    'from the store, the Service does not answer': () =>
      history({}, answered(STORED, storedVan({ moreCommands: true })), failed(QUERY, away)),
    'none matches': () => history({ status: 'Sent' }, listed(...COMMANDS)),
    'partial, the next page failed': () =>
      history(
        {},
        answered(
          QUERY,
          pages({}, { data: COMMANDS, meta: { continuationToken: 'two', pageSize: 100 } }),
        ),
        failed(QUERY, away),
      ),
    'a viewer may not cancel': () => history({}, listed(...COMMANDS), signedInAs('viewer')),
  },
};
