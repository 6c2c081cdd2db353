import type { Stories } from '../../gallery/story.ts';
import { pressed } from '../../testing/story-states.tsx';
import { choiceOfDays } from './day-presets.ts';
import type { Days } from './period-choice.ts';
import { PeriodPicker } from './period-picker.tsx';

const NONE: Days = { from: undefined, to: undefined };
const choice = (days: Days) => choiceOfDays(days, '2026-03-22', 'Europe/Amsterdam', () => {});

function picker(days: Days, ...steps: readonly string[]) {
  return () => pressed(<PeriodPicker label="Period" choice={choice(days)} />, ...steps);
}

export const stories: Stories = {
  title: 'Period',
  layout: 'alone',
  states: {
    'no days': picker(NONE, 'Period: Choose a period'),
    'a preset': picker({ from: '2026-03-16', to: '2026-03-22' }, 'Period: Last 7 days'),
    'over two months': picker(
      { from: '2026-01-28', to: '2026-02-05' },
      'Period: 28 Jan – 5 Feb 2026',
    ),
    'the first day after the last': picker(
      { from: '2026-03-20', to: '2026-03-02' },
      'Period: 20–2 Mar 2026',
    ),
  },
};
