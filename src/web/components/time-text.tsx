import Tooltip from '@mui/material/Tooltip';
import {
  formatClock,
  formatCountdown,
  formatDateTime,
  formatExact,
  formatRelative,
} from '../../domain/format.ts';
import { useZone } from '../theme/preferences.ts';
import { useNow } from './use-now.ts';

interface TimeTextProps {
  /** ISO 8601; null shows a dash. */
  instant: string | null;
}

/** A time in the chosen zone, in short; seconds and offset on hover. */
const shortTime = (format: (instant: string | null, zone: string) => string) =>
  function ShortTime({ instant }: TimeTextProps) {
    const zone = useZone();
    return (
      <Tooltip title={formatExact(instant, zone)}>
        <time dateTime={instant ?? undefined}>{format(instant, zone)}</time>
      </Tooltip>
    );
  };

/** Date and time. */
export const DateTimeText = shortTime(formatDateTime);
/** The time of day to the second. */
export const ClockText = shortTime(formatClock);

/** Date, time to the second and offset, for records and schedules. */
export function ExactTimeText({ instant }: TimeTextProps) {
  const zone = useZone();
  return <time dateTime={instant ?? undefined}>{formatExact(instant, zone)}</time>;
}

interface RelativeTimeTextProps extends TimeTextProps {
  /** An explanation, which the keyboard reaches. */
  about?: string | undefined;
}

/** A relative time; the full instant on hover. */
export function RelativeTimeText({ instant, about }: RelativeTimeTextProps) {
  const zone = useZone();
  const now = useNow();
  return (
    <Tooltip title={[about, formatExact(instant, zone)].filter(Boolean).join('. ')}>
      <time dateTime={instant ?? undefined} tabIndex={about === undefined ? undefined : 0}>
        {formatRelative(instant, now)}
      </time>
    </Tooltip>
  );
}

/** A countdown to an instant; empty once it is past. Not announced: it changes every second. */
export function CountdownText({ instant }: TimeTextProps) {
  const countdown = formatCountdown(instant, useNow(1000));
  if (countdown === null) return null;
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{countdown}</span>;
}
