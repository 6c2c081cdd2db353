import RefreshIcon from '@mui/icons-material/Refresh';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { READ_RESOURCES } from '../../../contract/console/choices.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { BlockSkeleton, RowsSkeleton } from '../../components/skeletons.tsx';
import { FleetFailures } from './fleet-failures.tsx';
import { FleetFigures } from './fleet-figures.tsx';
import type { FleetSearch } from './fleet-search.ts';
import { RefreshDialog } from './refresh-dialog.tsx';
import type { RefreshDialogProps } from './refresh-dialog.tsx';
import { ResourceTable } from './resource-table.tsx';

interface FleetPageProps {
  search: FleetSearch;
  onSearch: (change: Partial<FleetSearch>) => void;
}

/** The console's data about the fleet: its age, failures, and a refresh. */
export function FleetPage({ search, onSearch }: FleetPageProps) {
  const query = useQuery(fleetStatusOf());
  const { data } = query;
  const permission = usePermission('refresh-fleet');
  const [refreshing, setRefreshing] = useState<Pick<
    RefreshDialogProps,
    'resources' | 'only'
  > | null>(null);
  const isEmpty = data?.entities === 0;
  return (
    <>
      <PageHeader
        title="Fleet data"
        documentTitle="Fleet data · Settings"
        fresh={data !== undefined && <AsOf read={query} what="the fleet data" />}
        actions={
          permission.allowed &&
          data !== undefined &&
          !isEmpty && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<RefreshIcon />}
              onClick={() => setRefreshing({})}
            >
              Refresh the fleet
            </Button>
          )
        }
      >
        <span>
          What the Service last reported for each Entity and Collective, and how it is kept up to
          date
        </span>
        {permission.reason !== null && <span>{permission.reason}</span>}
      </PageHeader>
      {data === undefined && query.error === null && (
        <>
          <BlockSkeleton height={92} what="the figures of the fleet data" />
          <br />
          <RowsSkeleton rows={READ_RESOURCES.length} what="the resources" />
        </>
      )}
      {data === undefined && query.error !== null && (
        <ReadBlock read={query} what="the fleet data" />
      )}
      {data !== undefined && isEmpty && (
        <EmptyState title="There are no Entities to read.">
          <Typography variant="body2">
            Stored data of each Entity appears here once the directory has any.
          </Typography>
          <TextLink to="/entities">Entities</TextLink>
        </EmptyState>
      )}
      {data !== undefined && !isEmpty && (
        <>
          <FleetFigures status={data} />
          <ResourceTable status={data} />
          <FleetFailures
            status={data}
            search={search}
            onSearch={onSearch}
            onRetryAll={
              permission.allowed
                ? (resource) =>
                    setRefreshing({
                      resources: resource === undefined ? READ_RESOURCES : [resource],
                      only: 'failed',
                    })
                : null
            }
          />
        </>
      )}
      {refreshing !== null && (
        <RefreshDialog
          {...refreshing}
          target={{ kind: 'all' }}
          onClose={() => setRefreshing(null)}
        />
      )}
    </>
  );
}
