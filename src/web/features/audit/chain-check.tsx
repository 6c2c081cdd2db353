import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { AUDIT_ROUTES, type AuditCheck } from '../../../contract/console/audit.ts';
import { breakMessage, chainMessage } from '../../../domain/audit-messages.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

/** Has the chain checked: one line, and below it every break. */
export function ChainCheck() {
  const { data: found, error, isPending, mutate } = useMutation(mutation(AUDIT_ROUTES.checkAudit));
  const start = () => mutate({});
  return (
    <Box
      component="section"
      aria-label="Chain of the audit log"
      sx={{ display: 'grid', gap: 1, mt: 2, fontSize: '0.8125rem' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Live>{found === undefined ? INTRODUCTION : <Verdict found={found} />}</Live>
        <Button color="inherit" aria-disabled={isPending} onClick={isPending ? undefined : start}>
          {isPending ? 'Checking the chain' : 'Check the chain'}
        </Button>
      </Box>
      {found !== undefined && <Breaks found={found} />}
      {error !== null && (
        <ErrorPanel
          what="The chain could not be checked"
          error={error}
          onRetry={start}
          retrying={isPending}
        />
      )}
    </Box>
  );
}

const INTRODUCTION =
  'Each row of the log holds the hash of the row before it, which reveals changed or removed rows.';

function Verdict({ found }: { found: AuditCheck }) {
  const { breaksTotal, checkedAt } = found;
  const holds = breaksTotal === 0;
  const Icon = holds ? CheckIcon : ErrorOutlineIcon;
  return (
    <Box sx={{ display: 'flex', gap: 0.75 }}>
      <Icon sx={{ fontSize: 18, color: `var(--mui-palette-status-${holds ? 'green' : 'red'})` }} />
      <span>
        <strong>{holds ? 'The chain holds.' : 'The chain is broken.'}</strong> {chainMessage(found)}{' '}
        Checked <ExactTimeText instant={checkedAt} />.
      </span>
    </Box>
  );
}

function Breaks({ found: { breaks, breaksTotal } }: { found: AuditCheck }) {
  if (breaks.length === 0) return null;
  const rest = breaksTotal - breaks.length;
  const messages = [
    ...breaks.map(breakMessage),
    ...(rest > 0
      ? [`and ${formatCount(rest, 'more', 'more')}; npm run audit:verify prints all`]
      : []),
  ];
  return (
    <Box
      component="ul"
      aria-label="Breaks of the chain"
      sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}
    >
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </Box>
  );
}
