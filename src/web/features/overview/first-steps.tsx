import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { AppLink } from '../../components/app-link.tsx';
import { cardStyle } from '../../components/card-style.ts';
import { toneColor } from '../../theme/status.ts';

/** What to do first, in one line; each step is ticked by what really happened. */
export function FirstSteps({ steps }: { steps: Overview['steps'] }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        ...cardStyle,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        px: 2,
        py: 0.5,
      }}
    >
      <Typography id={id} variant="h3" component="h2">
        First steps
      </Typography>
      <Box
        component="ol"
        sx={{
          flex: 1,
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          columnGap: 2,
          rowGap: 0.75,
          // Fewer than four in a row are two: three and one would look unfinished.
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr', md: 'repeat(4, auto)' },
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
    </Box>
  );
}

function Step({ number, done, children }: { number: number; done: boolean; children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box
        sx={{
          width: 22,
          height: 22,
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
