import Box from '@mui/material/Box';
import type { AuditCheck } from '../../../contract/console/audit.ts';
import { anchorMessage, breakMessage } from '../../../domain/audit-messages.ts';
import { formatCount } from '../../../domain/format.ts';
import { ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';

type Breaks = Pick<AuditCheck, 'breaks' | 'breaksTotal'>;

interface BreakListProps {
  label: string;
  messages: readonly string[];
  total: number;
}

function BreakList({ label, messages, total }: BreakListProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
      {total > messages.length && (
        <li>
          and {formatCount(total - messages.length, 'more', 'more')}; npm run audit:verify prints
          all
        </li>
      )}
    </Box>
  );
}

/** The breaks of the chain, and which of them were accepted. */
export function ChainBreaks({ found }: { found: AuditCheck }) {
  const zone = useZone();
  const listOf = (label: string, { breaks, breaksTotal }: Breaks) => (
    <BreakList
      label={label}
      messages={breaks.map((each) => breakMessage(each, zone))}
      total={breaksTotal}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.8125rem' }}>
      {found.breaks.length > 0 && listOf('Breaks of the chain', found)}
      {found.anchorProblems.length > 0 && (
        <BreakList
          label="Problems of the anchors"
          messages={found.anchorProblems.map(anchorMessage)}
          total={found.anchorProblems.length}
        />
      )}
      {found.acceptances.map((accepted) => (
        <Box component="details" key={accepted.sequence}>
          <summary>
            Row {accepted.sequence}: re-anchored by {accepted.operatorName ?? 'an unnamed operator'}{' '}
            on <ExactTimeText instant={accepted.at} />: {accepted.reason}
          </summary>
          {listOf(`Accepted in row ${accepted.sequence}`, accepted)}
        </Box>
      ))}
    </Box>
  );
}
