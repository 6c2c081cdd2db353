import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { useLive } from '../../api/live-state.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { batchPages, mergePages } from './batches-queries.ts';
import { BatchesTable } from './batches-table.tsx';

/** All batches of a Collective, newest first, page after page. */
export function CollectiveBatches({ collectiveId }: { collectiveId: string }) {
  const query = useInfiniteQuery(batchPages({ collectiveId }));
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const batches = useMemo(() => (data === undefined ? undefined : mergePages(data.pages)), [data]);
  const { mode } = useLive();
  return (
    <Section
      title="Batches"
      aside={data !== undefined && <AsOf read={query} what="the batches" live={mode} />}
    >
      {batches === undefined && <ReadBlock read={query} what="the batches" rows={4} />}
      {batches?.length === 0 && (
        <EmptyState title="Nothing has been sent to this Collective from this console.">
          <span>Press Dispatch; each batch then keeps its record here.</span>
        </EmptyState>
      )}
      {batches !== undefined && batches.length > 0 && (
        <>
          <BatchesTable
            label="Batches of this Collective"
            batches={batches}
            withCollective={false}
          />
          <Box
            component="footer"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', pt: 1.5 }}
          >
            <output>
              {formatCount(batches.length, 'batch', 'batches')}
              {hasNextPage ? ', and there are older ones' : ''}
            </output>
            {hasNextPage && (
              <Button
                variant="outlined"
                color="inherit"
                aria-disabled={isFetching}
                aria-label="Show older batches"
                onClick={() => {
                  if (!isFetching) void fetchNextPage();
                }}
              >
                {isFetching ? 'Reading' : 'Older'}
              </Button>
            )}
            {hasNextPage && isError && <span>Older batches could not be read; try again.</span>}
            <AppLink to="/batches" search={{ collective: collectiveId }}>
              Filter them on the Activity page
            </AppLink>
          </Box>
        </>
      )}
    </Section>
  );
}
