import Box from '@mui/material/Box';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { isRunning, progressOf } from '../../../domain/batch-running.ts';
import { formatNumber } from '../../../domain/format.ts';
import { isDoubtful } from '../../../domain/unknown-outcome.ts';
import { runningQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { batchTitle } from './batch-labels.ts';
import { batchPages, mergePages } from './batches-queries.ts';
import { BatchesTable } from './batches-table.tsx';

/** All that was sent to a Collective or to its Entities, newest first, page after page. */
export function CollectiveBatches({ collectiveId }: { collectiveId: string }) {
  const list = useInfiniteQuery(batchPages({ collectiveId }));
  const { data } = list;
  const rows = useMemo(() => mergePages(data?.pages ?? []), [data]);
  const { mode } = useLive();
  return (
    <Section
      ofTab
      title="Batches"
      aside={data !== undefined && <AsOf read={list} what="the batches" live={mode} />}
    >
      {data === undefined && <ReadBlock read={list} what="the batches" rows={4} />}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title="No Command of this Collective is known yet." />
      )}
      {rows.length > 0 && (
        <>
          <BatchesTable label="Batches of this Collective" rows={rows} withCollective={false} />
          <OlderRows what="batches" list={list} count={rows.length}>
            <AppLink to="/batches" search={{ collective: collectiveId }}>
              Filter them on the Activity page
            </AppLink>
          </OlderRows>
        </>
      )}
    </Section>
  );
}

/** Maximum number of lines; the Batches tab has the others. */
const SHOWN = 3;

/** Short progress of a batch. */
function progressMessage(batch: BatchSummary): string {
  const { done, total } = progressOf(batch);
  if (total === 0) return 'being sent';
  return `${formatNumber(done)} of ${formatNumber(total)} have a final state`;
}

/**
 * The batches of a Collective that can still change or whose outcome is unknown, shown above all tabs of its
 * page. Empty if there are none.
 */
export function MovingBatches({ collectiveId }: { collectiveId: string }) {
  const now = useNow();
  const running = useQuery(runningQuery);
  const unknown = useInfiniteQuery(batchPages({ collectiveId, outcome: 'unknown' }));
  const moving = (running.data?.batches ?? []).filter(
    (batch) => batch.collectiveId === collectiveId && isRunning(batch, now),
  );
  const unresolved = unknown.data?.pages.flatMap((page) => page.batches) ?? [];
  const batches = [...new Map([...unresolved, ...moving].map((each) => [each.id, each])).values()];
  if (batches.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Batches under way"
      sx={{
        display: 'grid',
        gap: 0.5,
        mb: 1.5,
        py: 0.75,
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      {batches.slice(0, SHOWN).map((batch) => (
        <Box
          key={batch.id}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}
        >
          {/* As wide as its counts: in a narrow one they would wrap into a column. */}
          <Box sx={{ flex: '1 1 320px', maxWidth: 440, minWidth: 0 }}>
            <OutcomeBar batch={batch} />
          </Box>
          <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
            {batchTitle(batch)}
          </AppLink>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {/* What is known of a lost answer stands beside its bar. */}
            {!isDoubtful(batch) && `${progressMessage(batch)} · `}
            <RelativeTimeText instant={batch.createdAt} />
          </Box>
        </Box>
      ))}
      {batches.length > SHOWN && (
        <AppLink
          to="/collectives/$collectiveId"
          params={{ collectiveId }}
          search={{ tab: 'batches' }}
        >
          and {formatNumber(batches.length - SHOWN)} more
        </AppLink>
      )}
    </Box>
  );
}
