import ReceiptLongIcon from '@mui/icons-material/ReceiptLongOutlined';
import Box from '@mui/material/Box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BatchDetail, BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { failuresLabel } from '../../../domain/batch-outcome.ts';
import { finalIn, tallyBatch } from '../../../domain/batch-tally.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { batchQuery, isMoving } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { mutation } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { cardStyle } from '../../components/card-style.ts';
import { CopyText } from '../../components/copy-id.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { BatchFacts } from './batch-facts.tsx';
import { batchTitle, rowNoun } from './batch-labels.ts';
import { overviewOf } from './batch-overview.ts';
import { BatchPlan } from './batch-plan.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchRetry } from './batch-retry.tsx';
import { BatchRows } from './batch-rows.tsx';
import type { BatchSearch } from './batch-search.ts';
import { BatchSweeps } from './batch-sweeps.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { OutcomeBanner } from './outcome-banner.tsx';
import { SweepButton } from './sweep-button.tsx';

interface BatchPageProps {
  dispatchId: string;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** A batch with its outcome for each Entity, kept current by live updates. */
export function BatchPage(props: BatchPageProps) {
  const { dispatchId } = props;
  const read = useQuery(batchQuery(dispatchId));
  if (read.data !== undefined) return <KnownBatch {...props} {...read} data={read.data} />;
  return (
    <>
      <PageHeader
        title={`Batch ${shortId(dispatchId)}`}
        above={<AppLink to="/batches">Activity</AppLink>}
      />
      <ReadBlock read={read} what="the batch" />
    </>
  );
}

/** "57/60 · Stop charging on 60 Entities" while it runs, "Done: …" if it ended while open. */
function useProgressTitle(title: string, batch: BatchSummary, done: number, total: number): string {
  const moving = isMoving(batch);
  const [sawMoving, setSawMoving] = useState(moving);
  if (moving && !sawMoving) setSawMoving(true);
  if (moving) return total === 0 ? title : `${done}/${total} · ${title}`;
  return sawMoving ? `Done: ${title}` : title;
}

interface KnownBatchProps extends BatchPageProps {
  data: BatchDetail;
  error: Error | null;
  isFetching: boolean;
}

function KnownBatch({ dispatchId, search, onSearch, data, error, isFetching }: KnownBatchProps) {
  const live = useLive();
  const refreshing = useMutation(mutation(BATCH_ROUTES.refreshBatch));
  const { batch, rows } = data;
  // For an unknown outcome only findings can be counted; the check reports the rest.
  const counted = useMemo(
    () =>
      batch.outcome === 'accepted' ? rows : rows.filter(({ commandId }) => commandId !== null),
    [batch.outcome, rows],
  );
  const [members, strangers] = useMemo(() => apart(counted), [counted]);
  const tally = useMemo(() => tallyBatch(members), [members]);
  const overview = useMemo(
    () => ({ ...overviewOf(counted), byItem: overviewOf(members).byItem }),
    [counted, members],
  );
  const failed = FAILED_VERDICTS.some((verdict) => tally.counts[verdict] > 0);
  // Rows are never regrouped while they are read: a batch that fails later only offers it.
  const [first] = useState<'cause' | 'none'>(failed ? 'cause' : 'none');
  const grouping = search.group ?? first;
  const title = batchTitle(batch);
  const documentTitle = useProgressTitle(title, batch, finalIn(tally), tally.total);
  const noun = rowNoun(batch);
  const opened = rows.find(
    ({ commandId }) => search.command !== undefined && commandId === search.command,
  );
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={documentTitle}
        above={
          <>
            <AppLink to="/batches">Activity</AppLink>
            {' / '}
            <AppLink to="/collectives/$collectiveId" params={{ collectiveId: batch.collectiveId }}>
              {batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`}
            </AppLink>
          </>
        }
        fresh={
          <AsOf
            read={{
              asOf: data.asOf,
              error: error ?? (live.mode === 'stale' ? live.error : refreshing.error),
              fetching: isFetching || refreshing.isPending,
              refresh: () => refreshing.mutate({ params: { id: dispatchId } }),
            }}
            what="the batch"
            live={live.mode}
          />
        }
        actions={
          <>
            <SweepButton
              batch={batch}
              scope={{ count: overview.cancellable, soonestMs: overview.soonestMs, item: null }}
            />
            <LinkButton
              color="inherit"
              variant="outlined"
              startIcon={<ReceiptLongIcon />}
              to="/batches/$dispatchId/receipt"
              params={{ dispatchId: batch.id }}
            >
              Receipt
            </LinkButton>
            <MoreMenu>
              <Box sx={{ px: 1, fontSize: '0.8125rem' }}>
                <CopyText
                  text={window.location.href}
                  label="Copy link"
                  what="the link to this page"
                />
              </Box>
            </MoreMenu>
          </>
        }
      />
      <OutcomeBanner batch={batch} />
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 296px' },
        }}
      >
        {counted.length > 0 && (
          <BatchProgress
            tally={tally}
            strangers={strangers}
            late={overview.late}
            noun={noun}
            search={search}
            onSearch={onSearch}
          />
        )}
        <Box component="aside" aria-label="Facts" sx={{ ...cardStyle, p: 2, minWidth: 0 }}>
          <BatchFacts batch={batch} withOutcomes />
        </Box>
      </Box>
      <BatchSweeps dispatchId={dispatchId} />
      {!isMoving(batch) && failed && (
        <BatchRetry batch={batch} members={members} failures={failuresLabel(tally.counts)} />
      )}
      {batch.kind === 'schedule' && (
        <Section title="Planned Commands">
          <BatchPlan batch={batch} byItem={overview.byItem} search={search} onSearch={onSearch} />
        </Section>
      )}
      <Section title={noun[1]}>
        <BatchRows
          batch={batch}
          rows={rows}
          search={search}
          grouping={grouping}
          failures={failuresLabel(tally.counts)}
          onSearch={onSearch}
        />
      </Section>
      <Live className="visually-hidden">
        {batch.outcome === 'accepted' &&
          batch.settled &&
          batch.unaccounted === 0 &&
          `All ${formatNumber(tally.total)} ${batch.kind === 'schedule' ? 'Commands' : 'Entities'} have a final state.`}
      </Live>
      {opened !== undefined && (
        <CommandDialog
          dispatchId={dispatchId}
          row={opened}
          onClose={() => onSearch({ command: undefined })}
        />
      )}
    </>
  );
}

/** The rows of known Entities, and those of Entities named only in the answer. */
function apart(rows: readonly BatchRow[]): [readonly BatchRow[], readonly BatchRow[]] {
  const strangers = rows.filter((row) => row.alsoCommanded === true);
  return strangers.length === 0
    ? [rows, strangers]
    : [rows.filter((row) => row.alsoCommanded !== true), strangers];
}
