import type { LeftOut } from '../../contract/console/left-out.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { Hint } from './hint.tsx';

/** "+3 not counted", or null if a sum has all sessions of its period. */
export function leftOutText({ otherUnits, withoutEnergy }: LeftOut): string | null {
  const count = otherUnits + withoutEnergy;
  return count === 0 ? null : `+${formatNumber(count)} not counted`;
}

/** Why sessions are not counted: "1 session with another unit, 2 without usable energy". */
export function leftOutReason({ otherUnits, withoutEnergy }: LeftOut): string {
  const sessions = (count: number) => formatCount(count, 'session', 'sessions');
  return [
    otherUnits > 0 && `${sessions(otherUnits)} with another unit`,
    withoutEnergy > 0 && `${sessions(withoutEnergy)} without usable energy`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** How many sessions a sum leaves out, with the reason in a hint; empty if none. */
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
