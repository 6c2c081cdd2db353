import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DispatchPlan, DryRunGroupKind } from '../../../contract/console/dry-run.ts';
import { noteLabel } from '../../../domain/dry-run-labels.ts';
import { shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { DRY_RUN_PAGE, dryRunEntities } from './dispatch-queries.ts';
import { GROUP_LABELS } from './dry-run-labels.ts';

interface DryRunEntitiesProps {
  plan: DispatchPlan;
  group: DryRunGroupKind;
}

/** The Entities of one count, a page at a time. */
export function DryRunEntities({ plan, group }: DryRunEntitiesProps) {
  const [page, setPage] = useState(1);
  const zone = useZone();
  const now = useNow();
  const list = useQuery(dryRunEntities(plan, group, page));
  if (list.data === undefined) {
    return <ReadBlock read={list} what="the Entities" rows={3} />;
  }
  const { entities, total } = list.data;
  return (
    <Box sx={{ pl: { xs: 0, sm: 5.5 }, pt: 0.75 }}>
      <Box
        component="ul"
        aria-label={`Entities that ${GROUP_LABELS[group]}`}
        tabIndex={0}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          maxHeight: 220,
          overflowY: 'auto',
          '& > li': { py: 0.25 },
        }}
      >
        {entities.map((entity) => (
          <li key={entity.id}>
            <span>
              <AppLink
                to="/entities/$entityId"
                params={{ entityId: entity.id }}
                target="_blank"
                rel="noopener"
              >
                {entity.name ?? shortId(entity.id)}
              </AppLink>{' '}
              {entity.type ?? 'type not known'}: {noteLabel(group, entity.note, zone, now)}
              {entity.dispatchId !== null && (
                <>
                  {' '}
                  <AppLink
                    to="/batches/$dispatchId"
                    params={{ dispatchId: entity.dispatchId }}
                    target="_blank"
                    rel="noopener"
                  >
                    its batch
                  </AppLink>
                </>
              )}
              {entity.seenAt !== null && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' '}
                  · seen <RelativeTimeText instant={entity.seenAt} />
                </Box>
              )}
              {entity.staleAt !== null && (
                <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
                  {' '}
                  · as of <RelativeTimeText instant={entity.staleAt} />
                </Box>
              )}
            </span>
          </li>
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
