import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import { useId } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { AppLink } from '../../components/app-link.tsx';
import { visuallyHidden } from '../../components/field-styles.ts';
import { toneColor } from '../../theme/status.ts';

type Steps = Overview['steps'];

const STEPS = [
  { key: 'directory', label: 'Import the directory', to: '/collectives', search: {} },
  { key: 'read', label: 'Read the fleet', to: '/settings/fleet', search: {} },
  { key: 'dispatched', label: 'Dispatch a Command', to: '/', search: { dispatch: '1' } },
] as const satisfies readonly { key: keyof Steps; label: string; to: string; search: object }[];

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 } as const;

/** The first steps of a new installation, each ticked once it happened, until the first dispatch. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const id = useId();
  if (steps.dispatched) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={row}>
      <Box id={id} component="h2" sx={visuallyHidden}>
        First steps
      </Box>
      <Box component="ol" sx={{ ...row, m: 0, p: 0, listStyle: 'none' }}>
        {STEPS.map(({ key, label, to, search }, at) => (
          <Box key={key} component="li" sx={{ ...row, columnGap: 0.5, color: 'text.secondary' }}>
            {steps[key] ? (
              <>
                <CheckIcon titleAccess="Done:" sx={{ fontSize: 16, color: toneColor('green') }} />
                {label}
              </>
            ) : (
              <>
                {at + 1}.
                <AppLink to={to} search={search} sx={{ lineHeight: '24px' }}>
                  {label}
                </AppLink>
              </>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
