import CallSplitIcon from '@mui/icons-material/CallSplit';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Stories } from '../gallery/story.ts';
import { EntityLink } from './entity-name.tsx';
import { HealthMark } from './health-mark.tsx';
import { NameWithMarks, ShrinkingMark } from './name-with-marks.tsx';

const GONE = { status: 404, at: '2026-02-20T08:00:00Z', offboardedAt: '2026-02-20T08:00:00Z' };

function named(width: number, name: string, marks: ReactNode) {
  return (
    <Box
      data-testid={`${width} px`}
      sx={{ width, maxWidth: 1, whiteSpace: 'nowrap', overflow: 'hidden' }}
    >
      <NameWithMarks marks={marks}>
        <EntityLink id="7b6a3f18-43c5-4e75-9a53-000000000001" name={name} type="HeatPump" />
      </NameWithMarks>
    </Box>
  );
}

const both = (
  <>
    <ShrinkingMark icon={CallSplitIcon} hint="Not known in the Collective" color="text.secondary">
      also commanded
    </ShrinkingMark>
    <HealthMark unreachable={GONE} />
  </>
);

export const stories: Stories = {
  title: 'Name with marks',
  states: {
    'room for all': () => named(480, 'Antwerpen old heat pump', both),
    'room for icons': () => named(264, 'Antwerpen old heat pump', both),
    'as in a table': () => named(176, 'Antwerpen old heat pump', both),
  },
};
