import ReceiptLongIcon from '@mui/icons-material/ReceiptLongOutlined';
import Box from '@mui/material/Box';
import { useMemo, useState, type ReactNode } from 'react';
import type { BatchDetail, BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { finalIn, tallyBatch } from '../../../domain/batch-tally.ts';
import { failuresLabel } from '../../../domain/batch-outcome.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { isMoving } from '../../api/batches.ts';
import type { LiveMode } from '../../api/live-state.ts';
import { cardStyle } from '../../components/card-style.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyText } from '../../components/copy-id.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { BatchBreakdown } from './batch-breakdown.tsx';
import { BatchFacts } from './batch-facts.tsx';
import { BatchMatrix } from './batch-matrix.tsx';
import { overviewOf } from './batch-overview.ts';
import { BatchPlan } from './batch-plan.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchResolution, type CheckControl } from './batch-resolution.tsx';
import type { Failures } from './batch-retry.tsx';
import { BatchRows } from './batch-rows.tsx';
import { BatchTimeline } from './batch-timeline.tsx';
import type { BatchSearch } from './batch-search.ts';
import { batchTitle, rowNoun } from './batch-labels.ts';
import { LinkedOutcome } from './linked-outcome.tsx';
import { OutcomeBanner } from './outcome-banner.tsx';
import type { SweepScope } from './sweep-dialog.tsx';

export interface BatchViewProps {
  dispatchId: string;
  data: BatchDetail | undefined;
  error: unknown;
  fetching: boolean;
  live: LiveMode;
  onRefresh: () => void;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
  /** Brands of the Collective's Entities by id; absent until they are read. */
  brands?: ReadonlyMap<string, string | null> | undefined;
  /** Whether those are being read for the first time. */
  readingBrands?: boolean;
  check: CheckControl;
  /** The cancel sweeps of the batch. */
  renderSweepButton: (scope: SweepScope) => ReactNode;
  sweeps: ReactNode;
  /** The options after a failure. */
  renderRetry: (failures: Failures) => ReactNode;
}

/** A batch's page in all its states. */
export function BatchView(props: BatchViewProps) {
  const { dispatchId, data, error, fetching, onRefresh } = props;
  if (data === undefined) {
    return (
      <>
        <PageHeader
          title={`Batch ${shortId(dispatchId)}`}
          above={<AppLink to="/batches">Activity</AppLink>}
        />
        {<ReadBlock read={{ error, isFetching: fetching, refetch: onRefresh }} what="the batch" />}
      </>
    );
  }
  return <KnownBatch {...props} data={data} />;
}

/** "57/60 · Stop charging on 60 Entities" while it runs, "Done: …" if it ended while open. */
function useProgressTitle(title: string, batch: BatchSummary, done: number, total: number): string {
  const moving = isMoving(batch);
  const [sawMoving, setSawMoving] = useState(moving);
  if (moving && !sawMoving) setSawMoving(true);
  if (moving) return total === 0 ? title : `${done}/${total} · ${title}`;
  return sawMoving ? `Done: ${title}` : title;
}

function KnownBatch(props: BatchViewProps & { data: BatchDetail }) {
  const { data, error, fetching, live, onRefresh, search, onSearch, renderSweepButton, brands } =
    props;
  const { batch, rows } = data;
  const scheduled = batch.kind === 'schedule';
  // For an unknown outcome only findings can be counted; the check reports the rest.
  const counted = useMemo(
    () =>
      batch.outcome === 'accepted' ? rows : rows.filter(({ commandId }) => commandId !== null),
    [batch.outcome, rows],
  );
  const [members, strangers] = useMemo(() => apart(counted), [counted]);
  const tally = useMemo(() => tallyBatch(members), [members]);
  const overview = useMemo(() => {
    const { cancellable, soonestMs, late } = overviewOf(counted);
    return { ...overviewOf(members), cancellable, soonestMs, late };
  }, [counted, members]);
  const failed = hasFailures(tally.counts);
  // Rows are never regrouped while they are read: a batch that fails later only offers it.
  const [first] = useState<'cause' | 'none'>(failed ? 'cause' : 'none');
  const grouping = search.group ?? first;
  const title = batchTitle(batch);
  const documentTitle = useProgressTitle(title, batch, finalIn(tally), tally.total);
  const [, many] = rowNoun(batch);
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
            read={{ asOf: data.asOf, error, fetching, onRefresh }}
            what="the batch"
            live={live}
          />
        }
        actions={
          <>
            {renderSweepButton({
              count: overview.cancellable,
              soonestMs: overview.soonestMs,
              item: null,
            })}
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
      <OutcomeBanner
        batch={batch}
        resolution={
          <BatchResolution batch={batch} search={search} onSearch={onSearch} check={props.check} />
        }
      />
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
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <BatchProgress
              rows={counted}
              tally={tally}
              strangers={strangers}
              overview={overview}
              noun={rowNoun(batch)}
              search={search}
              reasonsListed={grouping === 'none'}
              onSearch={onSearch}
            />
            <Box sx={chartsStyle}>
              {!scheduled && <BatchTimeline rows={members} sentAt={batch.createdAt} />}
              <BatchMatrix matrix={overview.matrix} search={search} onSearch={onSearch} />
              <BatchBreakdown
                rows={members}
                brands={brands}
                reading={props.readingBrands ?? false}
              />
            </Box>
          </Box>
        )}
        <Box component="aside" aria-label="Facts" sx={sideStyle}>
          <BatchFacts batch={batch} renderBatch={(id) => <LinkedOutcome dispatchId={id} />} />
        </Box>
      </Box>
      {props.sweeps}
      {!isMoving(batch) &&
        failed &&
        props.renderRetry({ members: tally.counts, strangers: tallyBatch(strangers).counts })}
      {batch.items.length > 1 && (
        <Section title="Planned Commands">
          <BatchPlan
            batch={batch}
            overview={overview}
            search={search}
            onSearch={onSearch}
            renderActions={(item, count) =>
              renderSweepButton({ count, soonestMs: instantMs(item.triggerTime), item })
            }
          />
        </Section>
      )}
      <Section title={many}>
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
          `All ${formatNumber(tally.total)} ${scheduled ? 'Commands' : 'Entities'} have a final state.`}
      </Live>
    </>
  );
}

/** As many charts side by side as fit; the last line is filled. */
const chartsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  '& > *': { flex: '1 1 250px', boxSizing: 'border-box' },
} as const;

const sideStyle = {
  ...cardStyle,
  p: 2,
  minWidth: 0,
} as const;

/** The rows of known Entities, and those of Entities named only in the answer. */
function apart(rows: readonly BatchRow[]): [readonly BatchRow[], readonly BatchRow[]] {
  const strangers = rows.filter((row) => row.alsoCommanded === true);
  return strangers.length === 0
    ? [rows, strangers]
    : [rows.filter((row) => row.alsoCommanded !== true), strangers];
}

function hasFailures(counts: Readonly<Record<string, number>>): boolean {
  return FAILED_VERDICTS.some((verdict) => (counts[verdict] ?? 0) > 0);
}
