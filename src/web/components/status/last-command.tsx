import Box from '@mui/material/Box';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { Hint } from '../hint.tsx';
import { RelativeTimeText } from '../time-text.tsx';
import { StoredVerdict } from './verdict-mark.tsx';

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The last Command: its derived status, its time, and whether another system sent it. */
export function LastCommand({ last }: { last: NonNullable<EntityFacts['last']> }) {
  const what = commandLabelWithValue({ type: last.type, value: null });
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}
    >
      <Hint text={`${what}, sent by ${last.isOurs ? 'this console' : 'another system'}`}>
        <StoredVerdict verdict={last.verdict} />
      </Hint>
      {last.at !== null && (
        <Box component="span" sx={{ color: 'text.secondary', ...CUT }}>
          <RelativeTimeText instant={last.at} />
        </Box>
      )}
    </Box>
  );
}
