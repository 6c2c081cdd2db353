import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { toneColor } from '../../theme/status.ts';

/** What to do first; each step is ticked by what really happened. */
export function FirstSteps({ steps }: { steps: Overview['steps'] }) {
  return (
    <Card title="First steps">
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
        }}
      >
        <Step number={1} done={steps.directory}>
          <AppLink to="/collectives">Import the directory</AppLink>
        </Step>
        <Step number={2} done={steps.read}>
          <AppLink to="/settings/fleet">Read the fleet</AppLink>
        </Step>
        <Step number={3} done={steps.dispatched}>
          <AppLink to="/collectives">Dispatch a Command</AppLink>
        </Step>
        <Step number={4} done={steps.reported}>
          <AppLink to="/reports/new">Make a report</AppLink>
        </Step>
      </Box>
    </Card>
  );
}

function Step({ number, done, children }: { number: number; done: boolean; children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box
        sx={{
          width: 24,
          height: 24,
          flex: 'none',
          borderRadius: '50%',
          border: 1,
          borderColor: done ? toneColor('green') : 'divider',
          color: done ? toneColor('green') : 'text.secondary',
          display: 'grid',
          placeItems: 'center',
          fontSize: '0.75rem',
          fontWeight: 600,
        }}
      >
        {done ? <CheckIcon titleAccess="Done:" sx={{ fontSize: 16 }} /> : number}
      </Box>
      {children}
    </Box>
  );
}
