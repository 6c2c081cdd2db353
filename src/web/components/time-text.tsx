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

/** A date and time in the chosen zone; second and offset on hover. */
export function DateTimeText({ instant }: TimeTextProps) {
  const zone = useZone();
  return (
    <time dateTime={instant ?? undefined} title={formatExact(instant, zone)}>
      {formatDateTime(instant, zone)}
    </time>
  );
}

/** Date, second and offset in full, for receipts and schedules. */
export function ExactTimeText({ instant }: TimeTextProps) {
  const zone = useZone();
  return <time dateTime={instant ?? undefined}>{formatExact(instant, zone)}</time>;
}

/** A time of day to the second; date and offset on hover. */
export function ClockText({ instant }: TimeTextProps) {
  const zone = useZone();
  return (
    <time dateTime={instant ?? undefined} title={formatExact(instant, zone)}>
      {formatClock(instant, zone)}
    </time>
  );
}

/** How long ago or in how long; the full instant on hover. */
export function RelativeTimeText({ instant }: TimeTextProps) {
  const zone = useZone();
  const now = useNow();
  return (
    <time dateTime={instant ?? undefined} title={formatExact(instant, zone)}>
      {formatRelative(instant, now)}
    </time>
  );
}

/** How long until an instant, ticking; nothing once it is past. It is not read out: it never rests. */
export function CountdownText({ instant }: TimeTextProps) {
  const words = formatCountdown(instant, useNow(1000));
  if (words === null) return null;
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{words}</span>;
}
