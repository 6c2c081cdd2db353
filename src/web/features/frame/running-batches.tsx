import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { isRunning, progressOf } from '../../../domain/batch-running.ts';
import { batchOutcomeLabel, outcomeCounts } from '../../../domain/batch-outcome.ts';
import { formatNumber } from '../../../domain/format.ts';
import { runningQuery } from '../../api/batches.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { stateSegments } from '../../components/status/verdict-segments.ts';
import { useNow } from '../../components/use-now.ts';
import { railItem } from './rail-item.tsx';
import { batchLabel } from './running.ts';

/** Maximum number pinned; the others are on the Activity page. */
const PINNED = 5;

/** The batches that are changing now, newest first. */
export function useRunning(): readonly BatchSummary[] {
  const { data } = useQuery(runningQuery);
  const now = useNow();
  return data?.batches.filter((batch) => isRunning(batch, now)) ?? [];
}

/** The running batches with their progress, pinned in the rail. */
export function RunningBatches({ collapsed }: { collapsed: boolean }) {
  const running = useRunning();
  if (running.length === 0) return null;
  return (
    <Box component="section" aria-label="Running" sx={{ mt: 1.5, display: 'grid', gap: 0.25 }}>
      {!collapsed && (
        <Box sx={{ px: 1.25, fontSize: '0.75rem', fontWeight: 600, color: 'text.secondary' }}>
          Running
        </Box>
      )}
      {running.slice(0, PINNED).map((batch) => (
        <Pinned key={batch.id} batch={batch} collapsed={collapsed} />
      ))}
      {running.length > PINNED && (
        <Box component={Link} to="/batches" sx={{ ...railItem, fontSize: '0.8125rem' }}>
          {collapsed ? `+${running.length - PINNED}` : `and ${running.length - PINNED} more`}
        </Box>
      )}
    </Box>
  );
}

function Pinned({ batch, collapsed }: { batch: BatchSummary; collapsed: boolean }) {
  const { done, total } = progressOf(batch);
  const label = batchLabel(batch);
  const unsent = batch.outcome === 'unknown' ? 'checking' : 'sending';
  const counts = total === 0 ? unsent : `${formatNumber(done)}/${formatNumber(total)}`;
  return (
    <Tooltip title={`${label}: ${batchOutcomeLabel(batch)}`}>
      <AppLink
        underline="none"
        to="/batches/$dispatchId"
        params={{ dispatchId: batch.id }}
        aria-label={collapsed ? `${label}: ${counts}` : undefined}
        sx={{
          ...railItem,
          display: 'grid',
          gap: 0.5,
          alignContent: 'center',
          py: 0.5,
          px: collapsed ? 0.5 : 1.25,
          fontSize: '0.75rem',
        }}
      >
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', minWidth: 0 }}>
          {!collapsed && (
            <Box
              component="span"
              sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {label}{' '}
            </Box>
          )}
          <Box
            component="span"
            sx={{
              fontVariantNumeric: 'tabular-nums',
              whiteSpace: 'nowrap',
              mx: collapsed ? 'auto' : 0,
            }}
          >
            {counts}
          </Box>
        </Box>
        <TallyBar segments={stateSegments(outcomeCounts(batch))} height={4} />
      </AppLink>
    </Tooltip>
  );
}
