import Box from '@mui/material/Box';
import type { Stories } from '../../gallery/story.ts';
import { pressed } from '../../testing/story-states.tsx';
import { DayInput, TimeInput } from './clock-inputs.tsx';

function inputs(day: string, time: string, wrong = false) {
  return (
    <Box
      component="fieldset"
      aria-label="Planned for"
      sx={{ border: 0, display: 'grid', gridTemplateColumns: '148px 72px', gap: 0.75 }}
    >
      <DayInput
        aria-label="Day"
        aria-invalid={wrong}
        calendarLabel="Calendar"
        zone="Europe/Amsterdam"
        value={day}
        onChange={() => {}}
      />
      <TimeInput aria-label="Time" aria-invalid={wrong} value={time} onChange={() => {}} />
    </Box>
  );
}

export const stories: Stories = {
  title: 'Day and time',
  layout: 'alone',
  states: {
    empty: () => inputs('', ''),
    chosen: () => inputs('2026-11-22', '14:30'),
    'cannot be read': () => inputs('3/4/2026', '2 pm', true),
    'the calendar': () => pressed(inputs('2026-11-22', '14:30'), 'Calendar'),
  },
};
