import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import type { BatchDetail, BatchPart, BatchRow } from '../../../contract/console/batch.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import { finalIn } from '../../../domain/batch-tally.ts';
import { collectiveLabel, formatNumber, shortId } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { batchQuery, isMoving } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { mutation, mutationOf, query } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { cardStyle } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/pop-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { BatchFacts, AskedFor } from './batch-facts.tsx';
import { batchTitle, dueItem } from './batch-labels.ts';
import { BatchPlan, SweepButton, BatchSweeps } from './batch-plan.tsx';
import { BatchProgress, BatchCauses, BatchRetry } from './batch-progress.tsx';
import { BatchRows } from './batch-rows.tsx';
import type { BatchSearch } from './batch-search.ts';
import { allRows } from './batches-queries.ts';
import { CommandSheet } from './command-sheet.tsx';
import { OutcomeBanner } from './batch-resolution.tsx';

interface BatchPageProps {
  dispatchId: string;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** A batch with its outcome for each Entity, kept current by live updates; on paper it is its receipt. */
export function BatchPage(props: BatchPageProps) {
  const { dispatchId } = props;
  const read = useQuery(batchQuery(dispatchId));
  // Both are drawn at once: what came later would move what is being read.
  const sweeps = useQuery(query(JOB_ROUTES.sweeps, { params: { id: dispatchId } }));
  if (read.data !== undefined && !sweeps.isPending) {
    return <KnownBatch {...props} {...read} data={read.data} />;
  }
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
function useProgressTitle(title: string, { batch }: BatchDetail, part: BatchPart): string {
  const moving = isMoving(batch);
  const [sawMoving, setSawMoving] = useState(moving);
  if (moving && !sawMoving) setSawMoving(true);
  if (moving) return part.total === 0 ? title : `${finalIn(part)}/${part.total} · ${title}`;
  return sawMoving ? `Done: ${title}` : title;
}

/** What of a batch can still be canceled, as last seen. */
function cancellable({ batch, parts }: BatchDetail) {
  const pending = parts.map(({ counts }) => counts['pending'] ?? 0);
  const count = pending.reduce((sum, each) => sum + each, 0);
  const times = batch.items.flatMap(({ triggerTime }, at) =>
    (pending[at] ?? 0) > 0 ? (instantMs(triggerTime) ?? []) : [],
  );
  return {
    count: count + (batch.alsoCommanded?.verdictCounts['pending'] ?? 0),
    soonestMs: times.length === 0 ? null : Math.min(...times),
    item: null,
  };
}

const NO_PART: BatchPart = { counts: {}, total: 0, open: 0, late: 0, cannot: 0, causes: [] };

interface KnownBatchProps extends BatchPageProps {
  data: BatchDetail;
  error: Error | null;
  isFetching: boolean;
}

function KnownBatch({ dispatchId, search, onSearch, data, error, isFetching }: KnownBatchProps) {
  const live = useLive();
  const refreshing = useMutation(mutation(BATCH_ROUTES.refreshBatch));
  const [printed, setPrinted] = useState<readonly BatchRow[] | null>(null);
  const { batch, parts } = data;
  const [due] = useState(() => dueItem(batch, Date.now()));
  const item = search.item !== undefined && search.item < parts.length ? search.item : due;
  const part = parts[item] ?? NO_PART;
  // What waits for an approval is sent to nobody yet.
  const wasReleased = (batch.approval?.state ?? 'approved') === 'approved';
  const title = batchTitle(batch);
  const documentTitle = useProgressTitle(title, data, part);
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
              {collectiveLabel(batch)}
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
          <Box className="no-print" sx={{ display: 'contents' }}>
            <SweepButton batch={batch} scope={cancellable(data)} />
            <Print id={dispatchId} onRows={setPrinted} />
            <MoreMenu>
              <Box sx={{ px: 1, fontSize: '0.8125rem' }}>
                <CopyText
                  text={window.location.href}
                  label="Copy link"
                  what="the link to this page"
                />
              </Box>
            </MoreMenu>
          </Box>
        }
      />
      <OutcomeBanner batch={batch} />
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 264px' },
          // On paper the facts come first.
          '@media print': { display: 'flex', flexDirection: 'column-reverse' },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          {batch.kind === 'schedule' && (
            <Box component="section" aria-label="Planned Commands" sx={{ mb: 2 }}>
              <BatchPlan batch={batch} parts={parts} shown={item} onSearch={onSearch} />
            </Box>
          )}
          {part.total > 0 && (
            <BatchProgress batch={batch} part={part} search={search} onSearch={onSearch} />
          )}
          <BatchSweeps dispatchId={dispatchId} />
          {part.total > 0 && (
            <Part title="By cause" aside={<BatchRetry batch={batch} part={part} />}>
              <BatchCauses batch={batch} causes={part.causes} search={search} onSearch={onSearch} />
            </Part>
          )}
          {batch.outcome === 'waiting' && (
            <Part title="What an approval sends">
              <AskedFor batch={batch} />
            </Part>
          )}
          {wasReleased && (
            <Part title="Entities">
              <BatchRows
                data={data}
                part={part}
                item={item}
                search={search}
                onSearch={onSearch}
                printed={printed}
              />
            </Part>
          )}
        </Box>
        <Box component="aside" aria-label="Facts" sx={{ ...cardStyle, p: 2, minWidth: 0 }}>
          <BatchFacts data={data} />
        </Box>
      </Box>
      <Live className="visually-hidden">
        {batch.outcome === 'accepted' &&
          batch.settled &&
          batch.unaccounted === 0 &&
          `All ${formatNumber(part.total)} Entities have a final state.`}
      </Live>
      {search.command !== undefined && (
        <CommandSheet
          dispatchId={dispatchId}
          position={search.command}
          onClose={() => onSearch({ command: undefined })}
        />
      )}
    </>
  );
}

/** A titled part of the page, closer than a section: the first rows are in the first screen. */
function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box sx={{ '& > section': { mt: 1.75 } }}>
      <Section title={title} aside={aside}>
        {children}
      </Section>
    </Box>
  );
}

interface PrintProps {
  id: string;
  /** Called with all rows before the browser prints, and with null after it. */
  onRows: (rows: readonly BatchRow[] | null) => void;
}

/** Prints the page with all rows, which are read first. */
function Print({ id, onRows }: PrintProps) {
  const printing = useMutation(
    mutationOf(async () => {
      const rows = await allRows(id, {});
      flushSync(() => onRows(rows));
      window.print();
      onRows(null);
    }),
  );
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<PrintIcon />}
        aria-disabled={printing.isPending}
        onClick={() => {
          if (!printing.isPending) printing.mutate();
        }}
      >
        Print
      </Button>
      <ErrorPanel what="Not printed" error={printing.error} />
    </>
  );
}
