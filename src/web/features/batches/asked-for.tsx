import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { commandLabel, isCommandType, takesCommand } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, typeLabel } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { Read } from '../../components/read.tsx';
import { Consequences } from '../dispatch/review-facts.tsx';

/** Rows that are listed; the Collective's page has the others. */
const LISTED = 100;

/** What a dispatch that waits would send, and to which Entities of its Collective as it is now. */
export function AskedFor({ batch }: { batch: BatchSummary }) {
  const { collectiveId, items } = batch;
  const read = useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
  const columns = useMemo(() => columnsFor(items), [items]);
  return (
    <Read query={read} what="the Entities of the Collective" rows={6}>
      {(detail) => (
        <>
          <Consequences content={batch} detail={detail} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 1 }}>
            Sent once, to {formatCount(detail.entities.length, 'Entity', 'Entities')} that{' '}
            {detail.collective.name} has now
            {batch.ignoreCooldown && ', and cooldowns are ignored'}.
          </Typography>
          <DataTable
            label="Entities that it would be sent to"
            columns={columns}
            rows={detail.entities.toSorted(unableFirst(items)).slice(0, LISTED)}
            rowKey={({ id }) => id}
          />
          {detail.entities.length > LISTED && (
            <Typography variant="body2" sx={{ mt: 1 }}>
              And {formatNumber(detail.entities.length - LISTED)} more:{' '}
              <TextLink
                to="/collectives/$collectiveId"
                params={{ collectiveId }}
                search={{ tab: 'entities' }}
              >
                all Entities of the Collective
              </TextLink>
            </Typography>
          )}
        </>
      )}
    </Read>
  );
}

/** Whether an Entity takes the Commands, in words. */
function takesWords(types: readonly (string | null)[], entityType: string | null): string {
  const refused = types
    .filter(isCommandType)
    .filter((type) => takesCommand(type, entityType) === false);
  if (refused.length > 0) return `Does not take ${refused.map(commandLabel).join(', ')}`;
  return entityType === null ? 'Not known, as its type is not' : 'Yes';
}

/** What does not take them is seen first; the others stay as they are. */
function unableFirst(items: BatchSummary['items']) {
  const types = items.map(({ type }) => type);
  const rank = ({ type }: DirectoryEntity) => (takesWords(types, type) === 'Yes' ? 1 : 0);
  return (a: DirectoryEntity, b: DirectoryEntity) => rank(a) - rank(b);
}

function columnsFor(items: BatchSummary['items']): readonly Column<DirectoryEntity>[] {
  const types = [...new Set(items.map(({ type }) => type))];
  return [
    {
      key: 'entity',
      header: 'Entity',
      cell: ({ id, name, type }) => <EntityLink id={id} name={name} type={type} />,
      phone: 'name',
    },
    {
      key: 'type',
      header: 'Type',
      width: '20%',
      cell: ({ type }) => typeLabel(type),
      phone: 'line',
    },
    {
      key: 'takes',
      header: 'Takes it',
      width: '34%',
      cell: ({ type }) => takesWords(types, type),
      phone: 'line',
      phoneCell: ({ type }) => {
        const words = takesWords(types, type);
        return words === 'Yes' ? null : words;
      },
    },
  ];
}
