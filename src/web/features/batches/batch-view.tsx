import LinkIcon from '@mui/icons-material/Link';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { BatchDetail } from '../../../contract/console/batch.ts';
import { tallyBatch } from '../../../domain/batch-tally.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { isMoving } from '../../api/batches.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyText } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { BatchFacts } from './batch-facts.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchRows } from './batch-rows.tsx';
import type { BatchSearch } from './batch-search.ts';
import { batchTitle } from './batch-words.ts';
import { OutcomeBanner } from './outcome-banner.tsx';

interface BatchViewProps {
  batchId: string;
  data: BatchDetail | undefined;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** A batch's page in each of its states. */
export function BatchView(props: BatchViewProps) {
  const { batchId, data, error, fetching, onRefresh } = props;
  if (data === undefined) {
    return (
      <>
        <PageHeader
          title={`Batch ${shortId(batchId)}`}
          above={<AppLink to="/batches">Activity</AppLink>}
        />
        {error === null ? (
          <RowsSkeleton what="the batch" />
        ) : (
          <ErrorPanel
            what="This batch could not be read"
            error={error}
            onRetry={onRefresh}
            retrying={fetching}
          />
        )}
      </>
    );
  }
  return <KnownBatch {...props} data={data} />;
}

function KnownBatch(props: BatchViewProps & { data: BatchDetail }) {
  const { data, error, fetching, onRefresh, search, onSearch } = props;
  const { batch, rows } = data;
  const tally = useMemo(() => tallyBatch(rows), [rows]);
  const title = batchTitle(batch);
  const moving = isMoving(batch);
  const done = tally.total - tally.open;
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={moving && tally.total > 0 ? `(${done}/${tally.total}) ${title}` : title}
        above={
          <>
            <AppLink to="/batches">Activity</AppLink>
            {' / '}
            <AppLink to="/collectives/$collectiveId" params={{ collectiveId: batch.collectiveId }}>
              {batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`}
            </AppLink>
          </>
        }
        actions={
          <Box sx={{ display: 'flex', alignItems: 'center', fontSize: '0.8125rem' }}>
            <LinkIcon sx={{ fontSize: 16, color: 'text.secondary' }} />
            <CopyText text={window.location.href} label="Copy link" what="the link to this page" />
          </Box>
        }
      />
      <OutcomeBanner batch={batch} />
      {batch.outcome === 'accepted' && rows.length > 0 && (
        <BatchProgress
          rows={rows}
          tally={tally}
          verdict={search.verdict ?? null}
          onVerdict={(verdict) => onSearch({ verdict: verdict ?? undefined })}
        />
      )}
      <BatchFacts batch={batch} />
      <Section
        title="Entities"
        aside={
          <AsOf
            asOf={data.asOf}
            error={error}
            refreshing={fetching && !moving}
            onRefresh={onRefresh}
            what="the batch"
          />
        }
      >
        <BatchRows
          batch={batch}
          rows={rows}
          verdict={search.verdict ?? null}
          query={search.q ?? ''}
          onSearch={onSearch}
        />
      </Section>
      <Live className="visually-hidden">
        {batch.outcome === 'accepted' &&
          batch.settled &&
          `All ${formatNumber(tally.total)} Entities have a final state.`}
      </Live>
    </>
  );
}
