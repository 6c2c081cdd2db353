import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DispatchPlan, DryRunCount } from '../../../contract/console/dry-run.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { DRY_RUN_PAGE, dryRunEntities } from './dispatch-queries.ts';
import { COUNT_LABELS } from './dry-run-labels.ts';

interface DryRunEntitiesProps {
  plan: DispatchPlan;
  count: DryRunCount;
}

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const;

/** The Entities of one count, a page at a time. */
export function DryRunEntities({ plan, count }: DryRunEntitiesProps) {
  const [page, setPage] = useState(1);
  const list = useQuery(dryRunEntities(plan, count, page));
  if (list.data === undefined) return <ReadBlock read={list} what="the Entities" rows={3} />;
  const { entities, total } = list.data;
  return (
    <Box sx={{ pl: { xs: 0, sm: 5.5 }, pt: 0.75 }}>
      <Box
        component="ul"
        aria-label={`Entities that ${COUNT_LABELS[count]}`}
        tabIndex={0}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflowY: 'auto' }}
      >
        {entities.map(({ id, name, type, at, dispatchId }) => (
          <Box component="li" key={id} sx={{ py: 0.25 }}>
            <AppLink to="/entities/$entityId" params={{ entityId: id }} {...NEW_TAB}>
              {name ?? shortId(id)}
            </AppLink>{' '}
            {typeLabel(type)}
            {at !== null && (
              <>
                , <RelativeTimeText instant={at} />
              </>
            )}{' '}
            {dispatchId !== null && (
              <AppLink to="/batches/$dispatchId" params={{ dispatchId }} {...NEW_TAB}>
                its batch
              </AppLink>
            )}
          </Box>
        ))}
      </Box>
      <Pager what="these Entities" page={page} size={DRY_RUN_PAGE} total={total} onPage={setPage} />
    </Box>
  );
}
