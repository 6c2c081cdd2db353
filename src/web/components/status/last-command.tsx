import Box from '@mui/material/Box';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import { VERDICTS, VERDICT_LABELS } from '../../../domain/command-status.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { VERDICT_STYLES } from '../../theme/status.ts';
import { Hint } from '../hint.tsx';
import { RelativeTimeText } from '../time-text.tsx';
import { VERDICT_ICONS } from './status-icons.ts';
import { StatusMark } from './status-mark.tsx';

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** A stored derived status; an unknown one is shown verbatim. */
function OutcomeText({ verdict }: { verdict: string }) {
  const known = VERDICTS.find((each) => each === verdict);
  if (known === undefined) return verdict;
  return (
    <StatusMark
      label={VERDICT_LABELS[known]}
      style={VERDICT_STYLES[known]}
      icon={VERDICT_ICONS[known]}
    />
  );
}

/** The last Command: its derived status, its time, and whether another system sent it. */
export function LastCommand({ last }: { last: NonNullable<EntityFacts['last']> }) {
  const what = commandLabelWithValue({ type: last.type, value: null });
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}
    >
      <Hint text={`${what}, sent by ${last.isOurs ? 'this console' : 'another system'}`}>
        <OutcomeText verdict={last.verdict} />
      </Hint>
      {last.at !== null && (
        <Box component="span" sx={{ color: 'text.secondary', ...CUT }}>
          <RelativeTimeText instant={last.at} />
        </Box>
      )}
    </Box>
  );
}
