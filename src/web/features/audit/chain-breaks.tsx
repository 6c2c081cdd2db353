import Box from '@mui/material/Box';
import type { AuditCheck } from '../../../contract/console/audit.ts';
import { formatCount } from '../../../domain/format.ts';
import { ExactTimeText } from '../../components/time-text.tsx';

type Breaks = Pick<AuditCheck, 'breaks' | 'breaksTotal'>;

function BreakList({ label, breaks, breaksTotal }: Breaks & { label: string }) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {breaks.map((each) => (
        <li key={`${each.sequence} ${each.message}`}>{each.message}</li>
      ))}
      {breaksTotal > breaks.length && (
        <li>
          and {formatCount(breaksTotal - breaks.length, 'more', 'more')}; npm run audit:verify
          prints all
        </li>
      )}
    </Box>
  );
}

/** The breaks of the chain, and which of them were accepted. */
export function ChainBreaks({ found }: { found: AuditCheck }) {
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.8125rem' }}>
      {found.breaks.length > 0 && <BreakList label="Breaks of the chain" {...found} />}
      {found.anchorProblems.length > 0 && (
        <BreakList
          label="Problems of the anchors"
          breaks={found.anchorProblems.map((message, sequence) => ({ sequence, message }))}
          breaksTotal={found.anchorProblems.length}
        />
      )}
      {found.acceptances.map((accepted) => (
        <Box component="details" key={accepted.sequence}>
          <summary>
            Row {accepted.sequence}: re-anchored by {accepted.operatorName ?? 'an unnamed operator'}{' '}
            on <ExactTimeText instant={accepted.at} />: {accepted.reason}
          </summary>
          <BreakList label={`Accepted in row ${accepted.sequence}`} {...accepted} />
        </Box>
      ))}
    </Box>
  );
}
