import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** Something an operator may want to check. */
export const amber = { color: 'var(--mui-palette-status-amber)' } as const;

/** The next planned Command and when it is due. */
export function Planned({ type, at }: { type: string | null; at: string }) {
  return (
    <>
      {commandLabelWithValue({ type, value: null })}, <RelativeTimeText instant={at} />
    </>
  );
}
