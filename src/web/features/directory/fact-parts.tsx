import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { Hint } from '../../components/hint.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** Something an operator may want to check. */
export const amber = { color: 'var(--mui-palette-status-amber)' } as const;

interface PlannedProps {
  type: string | null;
  at: string;
  about?: string | undefined;
}

/** The next planned Command and when it is due. */
export function Planned({ type, at, about }: PlannedProps) {
  const label = commandLabelWithValue({ type, value: null });
  return (
    <>
      {about === undefined ? label : <Hint text={about}>{label}</Hint>},{' '}
      <RelativeTimeText instant={at} />
    </>
  );
}
