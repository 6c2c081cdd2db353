import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { CaptureHint } from './capture-hint.tsx';
import type { EntitySearch } from './entity-search.ts';
import { SessionsSummary } from './sessions-summary.tsx';
import { SessionsTable } from './sessions-table.tsx';
import type { AllSessions } from './use-all-sessions.ts';

const SessionCharts = lazy(async () => {
  const { SessionCharts: loaded } = await import('./session-charts.tsx');
  return { default: loaded };
});

/** Height that the charts will take, so that the table does not jump when they come. */
const CHARTS_HEIGHT = 260;

interface SessionsViewProps {
  entityId: string;
  all: AllSessions;
  zone: string;
  /** From when sessions may still be missing, in ms since the epoch. */
  provisionalFrom: number;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The sessions of a period in each state: first page, more to come, stopped early, none, all. */
export function SessionsView(props: SessionsViewProps) {
  const { entityId, all, zone, provisionalFrom, search, onSearch } = props;
  const { sessions } = all;
  if (sessions === undefined) {
    return all.error === null ? (
      <BlockSkeleton height={320} what="the charge sessions" />
    ) : (
      <ErrorPanel
        what="The charge sessions could not be read"
        error={all.error}
        onRetry={all.resume}
        retrying={all.fetching}
      />
    );
  }
  if (sessions.length === 0 && all.state === 'complete') {
    return (
      <EmptyState title="No charge sessions in this period.">
        <CaptureHint entityId={entityId} />
        {search.range !== 'all' && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => onSearch({ range: 'all', from: undefined, to: undefined })}
            sx={{ justifySelf: 'start' }}
          >
            Show all time
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <ReadingState all={all} count={sessions.length} />
      <SessionsSummary
        sessions={sessions}
        provisionalFrom={provisionalFrom}
        complete={all.state === 'complete'}
      />
      <Suspense fallback={<BlockSkeleton height={CHARTS_HEIGHT} what="the charts" />}>
        <SessionCharts sessions={sessions} zone={zone} />
      </Suspense>
      <SessionsTable
        sessions={sessions}
        zone={zone}
        provisionalFrom={provisionalFrom}
        complete={all.state === 'complete'}
        page={search.page ?? 1}
        size={search.size ?? 25}
        onSearch={onSearch}
      />
    </>
  );
}

function ReadingState({ all, count }: { all: AllSessions; count: number }) {
  const read = formatCount(count, 'session', 'sessions');
  if (all.state === 'complete') return null;
  if (all.state === 'reading') {
    return (
      <Live>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {read} read so far…
        </Typography>
        <LinearProgress aria-label="Reading charge sessions" sx={{ height: 3 }} />
      </Live>
    );
  }
  if (all.looped) {
    return (
      <Box role="alert" sx={{ color: 'var(--mui-palette-status-amber)' }}>
        The Service gave the same page twice, so the reading stopped. The {read} below may not be
        all of this period.
      </Box>
    );
  }
  return (
    <ErrorPanel
      what="The reading stopped before its end"
      error={all.error}
      onRetry={all.resume}
      retrying={all.fetching}
    >
      <Typography variant="body2">
        The {read} read so far are kept and shown; all figures below are partial.
      </Typography>
    </ErrorPanel>
  );
}
