import type { Overview } from '../../../contract/console/overview.ts';
import { overviewQuery } from '../../api/overview.ts';
import { Card } from '../../components/card.tsx';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT, SENT_BATCHES } from '../../testing/batch-samples.ts';
import { PLANNED } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded } from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { OverviewPage } from './overview-page.tsx';

const [running, ended, refused, unknown] = SENT_BATCHES;
const read = overviewQuery(browserZone());
const view = <OverviewPage map={<Card title="Map">The map is drawn by its own feature.</Card>} />;

/** Commands of a day; none on two of the fourteen. */
function countsOn(day: number): Record<string, number> {
  return day % 6 === 5 ? {} : { verified: 40 + day * 3, acknowledged: 4, failed: day % 5 };
}

function overview(change: Partial<Overview> = {}): Overview {
  return {
    entities: { total: 123, unreachable: 0 },
    collectives: 3,
    days: Array.from({ length: 14 }, (_, at) => ({
      date: `2026-02-${String(15 + at).padStart(2, '0')}`,
      verdictCounts: countsOn(at),
    })),
    weekAgo: { verified: 91, failed: 9 },
    open: 12,
    unknown: { count: unknown === undefined ? 0 : 1, newest: unknown ?? null },
    next: PLANNED.slice(0, 3),
    planned: 7,
    rows: [
      {
        id: uuid(900),
        name: 'Rotterdam Delivery Vans',
        type: 'Fleet',
        entities: 60,
        lastBatch: running ?? null,
        next: PLANNED[0] ?? null,
      },
      {
        id: uuid(901),
        name: 'Alentejo Solar Farm',
        type: 'SolarFarm',
        entities: 30,
        lastBatch: refused ?? null,
        next: null,
      },
      {
        id: uuid(902),
        name: 'Benelux Flexibility Pool',
        type: 'VirtualPowerPlant',
        entities: 46,
        lastBatch: null,
        next: null,
      },
    ],
    attention: [
      ...(unknown === undefined ? [] : [{ kind: 'outcome-unknown' as const, batch: unknown }]),
      ...(ended === undefined ? [] : [{ kind: 'many-failed' as const, batch: ended, failed: 2 }]),
      {
        kind: 'failing',
        count: 4,
        entities: [
          { id: uuid(1), name: 'Van 07 E-Transit' },
          { id: uuid(2), name: null },
        ],
      },
      { kind: 'unreachable', count: 2 },
      { kind: 'places-failed', count: 1 },
      { kind: 'conflicts', count: 3 },
    ],
    steps: { directory: true, places: true, dispatched: true, reported: false },
    asOf: SEEN_AT,
    ...change,
  };
}

const nothing = overview({
  entities: { total: 0, unreachable: 0 },
  collectives: 0,
  rows: [],
  steps: { directory: false, places: false, dispatched: false, reported: false },
});

export const stories: Stories = {
  title: 'Overview',
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('store_unavailable', 503))),
    'an empty installation': seeded(view, asOperator(answered(read, nothing))),
    full: seeded(view, asOperator(answered(read, overview()))),
    'nothing stands out, nothing is planned': seeded(
      view,
      asOperator(
        answered(
          read,
          overview({
            days: overview().days.map(({ date }) => ({ date, verdictCounts: {} })),
            weekAgo: {},
            open: 0,
            unknown: { count: 0, newest: null },
            next: [],
            planned: 0,
            attention: [],
            steps: { directory: true, places: false, dispatched: false, reported: false },
          }),
        ),
      ),
    ),
    stale: seeded(
      view,
      asOperator(answered(read, overview())),
      failed(read, problem('internal', 500)),
    ),
  },
};
