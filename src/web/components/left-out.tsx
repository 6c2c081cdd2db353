import type { LeftOut } from '../../contract/console/left-out.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { doubtfulLabel } from '../../domain/session-findings.ts';
import { Hint } from './hint.tsx';

const sessionsText = (count: number) => formatCount(count, 'session', 'sessions');

/** "+3 not counted, 2 doubtful", or null if a sum has all sessions of its period, none in doubt. */
export function leftOutText({ otherUnits, withoutEnergy, doubtful }: LeftOut): string | null {
  const count = otherUnits + withoutEnergy;
  const parts = [
    count > 0 && `+${formatNumber(count)} not counted`,
    doubtful > 0 && doubtfulLabel(doubtful),
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Why: "not counted: 1 session with another unit, 2 sessions without usable energy". */
export function leftOutReason({ otherUnits, withoutEnergy, doubtful }: LeftOut): string {
  const left = [
    otherUnits > 0 && `${sessionsText(otherUnits)} with another unit`,
    withoutEnergy > 0 && `${sessionsText(withoutEnergy)} without usable energy`,
  ].filter(Boolean);
  return [
    left.length > 0 && `not counted: ${left.join(', ')}`,
    doubtful > 0 && `${sessionsText(doubtful)} with energy in doubt, counted as reported`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** How many sessions a sum leaves out or are in doubt, with the reason in a hint; empty if none. */
export function LeftOutMark({ leftOut }: { leftOut: LeftOut }) {
  const text = leftOutText(leftOut);
  if (text === null) return null;
  return (
    <Hint
      text={leftOutReason(leftOut)}
      sx={{ color: 'var(--mui-palette-status-amber)', fontSize: '0.75rem', whiteSpace: 'nowrap' }}
    >
      {text}
    </Hint>
  );
}
