import CloudOffIcon from '@mui/icons-material/CloudOff';
import Box from '@mui/material/Box';
import { unreachableMessage } from '../../domain/directory-labels.ts';
import { RelativeTimeText } from './time-text.tsx';

interface HealthMarkProps {
  /** The Service's last refusal of the id; null if it was not refused. */
  unreachable: { status: number; at: string } | null;
  /** Whether there is room for the full label. */
  long?: boolean;
}

/** Says that an id is not reachable with our credentials, and since when that is known. */
export function HealthMark({ unreachable, long = false }: HealthMarkProps) {
  if (unreachable === null) return null;
  const label = unreachableMessage(unreachable.status);
  return (
    <Box
      component="span"
      {...(long ? {} : { 'data-hint': label, tabIndex: 0 })}
      sx={{
        display: 'inline-flex',
        gap: 0.5,
        alignItems: 'center',
        color: 'var(--mui-palette-status-amber)',
      }}
    >
      <CloudOffIcon sx={{ fontSize: 16 }} />
      <span>
        {long ? label : 'Not reachable'}
        {long && (
          <>
            , seen <RelativeTimeText instant={unreachable.at} />
          </>
        )}
      </span>
    </Box>
  );
}
