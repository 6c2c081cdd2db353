import type { OthersCommands } from '../../../contract/console/others-commands.ts';
import type { Stories } from '../../gallery/story.ts';
import { OthersView, type OthersPart } from './others-section.tsx';
import { PLANNED_BY_OTHERS } from '../../testing/others-samples.ts';
import { uuid } from '../../testing/samples.ts';

const DATA: OthersCommands = {
  rounds: {
    due: [
      {
        type: 'StartCharging',
        value: null,
        triggerAt: '2026-03-01T20:00:00Z',
        verdictCounts: { verified: 72, disproven: 2, failed: 18 },
        collective: { id: uuid(2), name: 'Solar farm' },
      },
      {
        type: 'LimitFeedIn',
        value: '25000',
        triggerAt: '2026-03-01T11:00:00Z',
        verdictCounts: { verified: 30 },
        collective: { id: uuid(2), name: 'Solar farm' },
      },
      {
        type: 'Calibrate',
        value: null,
        triggerAt: '2026-02-28T06:30:00Z',
        verdictCounts: { unrecognised: 1 },
        collective: null,
      },
    ],
    planned: [PLANNED_BY_OTHERS],
  },
  readOf: { known: 119, of: 123 },
  isBehind: false,
  asOf: '2026-03-02T12:00:00Z',
};

const READ = { error: null, isFetching: true, refetch: () => {} };
const view = (part: OthersPart, data: OthersCommands | undefined, error: Error | null = null) => (
  <OthersView part={part} data={data} read={{ ...READ, error, isFetching: error === null }} />
);

export const stories: Stories = {
  title: 'Commands of other systems',
  states: {
    sent: () => view('due', DATA),
    planned: () => view('planned', DATA),
    'being counted': () => view('due', { ...DATA, rounds: null, readOf: null }),
    'not read': () => view('due', undefined, new Error('The console could not be reached.')),
  },
};
