import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { chosenRange } from '../../domain/session-period.ts';
import { SESSION_RANGES, type RangeChoice, type SessionRange } from '../../domain/session-range.ts';
import { useZone } from '../theme/preferences.ts';
import { PeriodPicker, choiceOfNames } from './period-picker/period-picker.tsx';
import { Section } from './section.tsx';

/** The default first. */
const NAMES = { '30d': 'Last 30 days', '90d': 'Last 90 days', all: 'All time' } as const;

/** A period of charge sessions that can be read. */
export interface PeriodOfSessions {
  range: SessionRange;
  /** IANA zone of its days. */
  zone: string;
  /** When the page was opened, in milliseconds since the epoch; later times are in the future. */
  openedMs: number;
  /** Chooses another one. */
  field: ReactNode;
}

interface SessionPeriodProps {
  choice: RangeChoice;
  onChoice: (change: RangeChoice) => void;
  /** Draws the sessions of the period. */
  children: (period: PeriodOfSessions) => ReactNode;
}

/** The charge sessions of a period, a preset or two days; only its field while the days are none. */
export function SessionPeriod({ choice, onChoice, children }: SessionPeriodProps) {
  const zone = useZone();
  // Fixed when the page opens; a period that moved at midnight would discard what is shown.
  const [openedMs] = useState(() => Date.now());
  const { range, problem } = chosenRange(choice, zone, openedMs);
  const { range: name, from, to } = choice;
  const period = choiceOfNames(NAMES, { name, from, to }, zone, ({ name: next, ...days }) =>
    onChoice({ range: SESSION_RANGES.find((known) => known === next), ...days }),
  );
  const field = (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PeriodPicker label="Period" choice={period} />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
  if (range !== null) return children({ range, zone, openedMs, field });
  return (
    <Section ofTab title="Charge sessions">
      {field}
    </Section>
  );
}
