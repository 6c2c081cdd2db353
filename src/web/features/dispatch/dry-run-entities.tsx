import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DispatchPlan, DryRunGroupKind } from '../../../contract/console/dry-run.ts';
import { noteLabel } from '../../../domain/dry-run-labels.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { DRY_RUN_PAGE, dryRunEntities } from './dispatch-queries.ts';
import { GROUP_LABELS } from './dry-run-labels.ts';

interface DryRunEntitiesProps {
  plan: DispatchPlan;
  group: DryRunGroupKind;
}

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const;

/** The Entities of one count, a page at a time. */
export function DryRunEntities({ plan, group }: DryRunEntitiesProps) {
  const [page, setPage] = useState(1);
  const zone = useZone();
  const now = useNow();
  const list = useQuery(dryRunEntities(plan, group, page));
  if (list.data === undefined) return <ReadBlock read={list} what="the Entities" rows={3} />;
  const { entities, total } = list.data;
  return (
    <Box sx={{ pl: { xs: 0, sm: 5.5 }, pt: 0.75 }}>
      <Box
        component="ul"
        aria-label={`Entities that ${GROUP_LABELS[group]}`}
        tabIndex={0}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflowY: 'auto' }}
      >
        {entities.map(({ id, name, type, note, dispatchId }) => (
          <Box component="li" key={id} sx={{ py: 0.25 }}>
            <AppLink to="/entities/$entityId" params={{ entityId: id }} {...NEW_TAB}>
              {name ?? shortId(id)}
            </AppLink>{' '}
            {typeLabel(type)}: {noteLabel(group, note, zone, now)}{' '}
            {dispatchId !== null && (
              <AppLink to="/batches/$dispatchId" params={{ dispatchId }} {...NEW_TAB}>
                its batch
              </AppLink>
            )}
          </Box>
        ))}
      </Box>
      {total > DRY_RUN_PAGE && (
        <Pager
          what="these Entities"
          page={page}
          size={DRY_RUN_PAGE}
          sizes={[DRY_RUN_PAGE]}
          total={total}
          onPage={setPage}
          onSize={() => {}}
        />
      )}
    </Box>
  );
}
