import CloudOffIcon from '@mui/icons-material/CloudOff';
import LogoutIcon from '@mui/icons-material/Logout';
import Box from '@mui/material/Box';
import { unreachableMessage } from '../../domain/directory-labels.ts';
import { formatDateTime } from '../../domain/format.ts';
import { useZone } from '../theme/preferences.ts';
import { ShrinkingMark } from './name-with-marks.tsx';
import { RelativeTimeText } from './time-text.tsx';

interface HealthMarkProps {
  /**
   * The Service's last refusal of the id, and when the console learned that it was offboarded; null if it was
   * not refused.
   */
  unreachable: { status: number; at: string; offboardedAt: string | null } | null;
  /** Whether there is room for the full label. */
  long?: boolean;
}

/** Shows since when an Entity is offboarded, or an id is not reachable with our credentials. */
export function HealthMark({ unreachable, long = false }: HealthMarkProps) {
  const zone = useZone();
  if (unreachable === null) return null;
  const { status, at, offboardedAt } = unreachable;
  const isGone = offboardedAt !== null;
  const label = isGone
    ? `Offboarded, known since ${formatDateTime(offboardedAt, zone)}`
    : unreachableMessage(status);
  const Icon = isGone ? LogoutIcon : CloudOffIcon;
  const words = isGone ? 'Offboarded' : 'Not reachable';
  const color = isGone ? 'text.secondary' : 'var(--mui-palette-status-amber)';
  if (!long) {
    return (
      <ShrinkingMark icon={Icon} hint={label} color={color}>
        {words}
      </ShrinkingMark>
    );
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center', color }}>
      <Icon sx={{ fontSize: 16 }} />
      <span>
        {label}
        {!isGone && (
          <>
            , seen <RelativeTimeText instant={at} />
          </>
        )}
      </span>
    </Box>
  );
}
