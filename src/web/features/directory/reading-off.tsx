import { useReadsFleet } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { amber } from './fact-parts.tsx';

/** Shown beside the age of a list, and above its columns: why facts were never read. */
export function ReadingOff() {
  if (useReadsFleet()) return null;
  return (
    <Hint
      text="Nothing is read in the background: FLEET_POLICY is off. Columns of what was never read are empty or hidden."
      sx={amber}
    >
      fleet reading is off
    </Hint>
  );
}
