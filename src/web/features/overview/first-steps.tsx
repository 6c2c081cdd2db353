import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, type ReactNode } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { useOperator, usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { cardStyle } from '../../components/card-style.ts';
import { Hint } from '../../components/hint.tsx';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';
import { toneColor } from '../../theme/status.ts';

type Steps = Overview['steps'];

const STEPS = [
  { key: 'directory', label: 'Import the directory', to: '/collectives' },
  { key: 'read', label: 'Read the fleet', to: '/settings/fleet' },
  { key: 'dispatched', label: 'Dispatch a Command', to: '/collectives' },
  { key: 'reported', label: 'Make a report', to: '/reports/new' },
] as const satisfies readonly { key: keyof Steps; label: string; to: string }[];

/** Whether this operator has dismissed the steps, and the function to do so. */
function useDismissal(): { isDismissed: boolean; dismiss: () => void } {
  const id = useOperator()?.id;
  const { withoutFirstSteps } = usePreferences();
  const isDismissed = id !== undefined && withoutFirstSteps.includes(id);
  const dismiss = () => {
    if (id === undefined || isDismissed) return;
    setPreferences({ withoutFirstSteps: [...withoutFirstSteps, id] });
  };
  return { isDismissed, dismiss };
}

/** The first steps, each ticked once it actually happened, until all are done or dismissed. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const id = useId();
  const { isDismissed, dismiss } = useDismissal();
  const denials: Readonly<Record<keyof Steps, string | null>> = {
    directory: usePermission('manage-directory').reason,
    read: null,
    dispatched: usePermission('dispatch').reason,
    reported: usePermission('run-reports').reason,
  };
  const remaining = STEPS.filter(({ key }) => !steps[key]);
  const isOver = remaining.length === 0;
  // Entities added later are read on schedule; their first read is not a first step.
  useEffect(() => {
    if (isOver) dismiss();
  });
  const isEmpty = !steps.directory;
  const isTheirs = remaining.some(({ key }) => denials[key] === null);
  if (isOver || (!isEmpty && (isDismissed || !isTheirs))) return null;
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        ...(isEmpty && { ...cardStyle, px: 2, py: 0.5 }),
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        // On a phone the steps are below the line of the title and the dismiss button.
        '& > h2': { flex: { xs: 1, sm: 'none' } },
        '& > ol': { order: { xs: 1, sm: 0 } },
      }}
    >
      <Typography id={id} variant="h3" component="h2">
        First steps
      </Typography>
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
        }}
      >
        {STEPS.map(({ key, label, to }, at) => (
          <Step key={key} number={at + 1} isDone={steps[key]}>
            {steps[key] ? (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {label}
              </Box>
            ) : denials[key] === null ? (
              <AppLink to={to} sx={{ lineHeight: '24px', display: 'inline-block' }}>
                {label}
              </AppLink>
            ) : (
              <Hint text={denials[key]}>{label}</Hint>
            )}
          </Step>
        ))}
      </Box>
      {!isEmpty && (
        <IconButton aria-label="Dismiss the first steps" onClick={dismiss}>
          <CloseIcon sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Box>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  children: ReactNode;
}

function Step({ number, isDone, children }: StepProps) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box
        sx={{
          width: 22,
          height: 22,
          flex: 'none',
          borderRadius: '50%',
          border: 1,
          borderColor: isDone ? toneColor('green') : 'divider',
          color: isDone ? toneColor('green') : 'text.secondary',
          display: 'grid',
          placeItems: 'center',
          fontSize: '0.75rem',
          fontWeight: 600,
        }}
      >
        {isDone ? <CheckIcon titleAccess="Done:" sx={{ fontSize: 16 }} /> : number}
      </Box>
      {children}
    </Box>
  );
}
