import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { ClockText, CountdownText } from '../../components/time-text.tsx';
import { FleetFailures } from './fleet-failures.tsx';
import type { FleetSearch } from './fleet-search.ts';
import { ResourceTable } from './resource-table.tsx';

interface FleetPageProps {
  search: FleetSearch;
  onSearch: (change: Partial<FleetSearch>) => void;
}

/** The console's data about the fleet: its age, failures, and a refresh. */
export function FleetPage({ search, onSearch }: FleetPageProps) {
  const status = useQuery(fleetStatusOf());
  const { data } = status;
  const permission = usePermission('refresh-fleet');
  return (
    <>
      <PageHeader
        title="Fleet data"
        documentTitle="Fleet data · Settings"
        fresh={data !== undefined && <AsOf read={status} what="the fleet data" />}
      >
        <span>What the Service last reported for each Entity and Collective</span>
        {permission.reason !== null && <span>{permission.reason}</span>}
      </PageHeader>
      <Read query={status} what="the fleet data" rows={9}>
        {(known) =>
          known.entities === 0 ? (
            <EmptyState title="There are no Entities to read.">
              <Typography variant="body2">
                Stored data of each Entity appears here once the directory has any.
              </Typography>
              <TextLink to="/entities">Entities</TextLink>
            </EmptyState>
          ) : (
            <>
              <Hindrance status={known} />
              <ResourceTable status={known} canRefresh={permission.allowed} />
              <FleetFailures
                status={known}
                search={search}
                onSearch={onSearch}
                canRetry={permission.allowed}
              />
            </>
          )
        }
      </Read>
    </>
  );
}

/** Why nothing is read at the moment, or only on request. */
function Hindrance({ status: { paused, isAutomatic } }: { status: FleetStatus }) {
  if (paused === null && isAutomatic) return null;
  return (
    <Box component="section" aria-label="Reading" sx={{ ...noticeStyles, mb: 2 }}>
      {!isAutomatic && (
        <Typography variant="body2">
          <strong>Automatic reading is off.</strong> Resources are read only on request; until then
          each shows its age.
        </Typography>
      )}
      {paused !== null && (
        <Typography variant="body2">
          <strong>
            Reading is paused until <ClockText instant={paused.until} />:
          </strong>{' '}
          <q>{paused.message}</q> <CountdownText instant={paused.until} />
        </Typography>
      )}
    </Box>
  );
}
