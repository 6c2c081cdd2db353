import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '../../api/live-state.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
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
