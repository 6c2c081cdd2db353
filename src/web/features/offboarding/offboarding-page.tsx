import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { ActButton } from '../../components/act-button.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { isWhole, KnownAge, knownList, KnownRead } from '../../components/known.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { Read } from '../../components/read.tsx';
import { RunsTable } from '../bulk/bulk-runs-table.tsx';
import { NewRequests } from './new-requests.tsx';
import type { OffboardingSearch } from './offboarding-search.ts';
import {
  CancelRequest,
  EntityLabel,
  Requester,
  RequestFields,
  RequestStatus,
} from './request-parts.tsx';
import { countStatuses, NO_STATUS, useReadAfterRuns, useRequests } from './use-requests.ts';

interface OffboardingPageProps {
  search: OffboardingSearch;
  onSearch: (change: Partial<OffboardingSearch>) => void;
}

/** All Offboarding Requests, and the form for new ones. */
export function OffboardingPage({ search, onSearch }: OffboardingPageProps) {
  const all = useRequests();
  useReadAfterRuns(all);
  const navigate = useNavigate();
  const { reason } = usePermission('offboard');
  const known = knownList(all, all.requests, all.note);
  const { requests } = all;
  const statuses = countStatuses(requests ?? []);
  const columns = useMemo(() => columnsFor(onSearch), [onSearch]);
  const chosen = search.status ?? null;
  const rows = (requests ?? []).filter(
    ({ status }) => chosen === null || (status ?? NO_STATUS) === chosen,
  );
  return (
    <>
      <PageHeader
        title="Offboarding"
        fresh={<KnownAge known={known} what="the Offboarding Requests" />}
        actions={
          <ActButton denial={reason} onClick={() => onSearch({ new: '1' })}>
            Offboard Entities
          </ActButton>
        }
      />
      <Box sx={{ mb: 1 }}>
        {statuses.length > 0 && (
          <ChoiceChips
            label="Status of the requests"
            choices={statuses.map(({ status, count }) => ({ value: status, label: status, count }))}
            value={chosen}
            onChange={(status) => onSearch({ status: status ?? undefined })}
          />
        )}
      </Box>
      <KnownRead
        known={known}
        what="the Offboarding Requests"
        count={({ length }) => formatCount(length, 'request', 'requests')}
      >
        {({ length }) => (
          <>
            {length === 0 && isWhole(known) && (
              <EmptyState title="No offboarding has been requested.">
                <Typography variant="body2">
                  An Offboarding Request takes an Entity out of the Service. It is listed here with
                  its status.
                </Typography>
              </EmptyState>
            )}
            {length > 0 && rows.length === 0 && (
              <EmptyState title={`No request has the status “${chosen ?? ''}”.`}>
                <Button onClick={() => onSearch({ status: undefined })}>Show all</Button>
              </EmptyState>
            )}
            {rows.length > 0 && (
              <DataTable
                label="Offboarding Requests"
                columns={columns}
                rows={rows}
                minWidth={900}
                rowKey={(row) => row.id}
              />
            )}
          </>
        )}
      </KnownRead>
      <RunsTable only="offboarding" />
      {search.request !== undefined && (
        <RequestSheet
          key={search.request}
          id={search.request}
          onClose={() => onSearch({ request: undefined })}
        />
      )}
      {search.new === '1' && (
        <NewRequests
          onBegun={(runId) => void navigate({ to: '/bulk/$runId', params: { runId } })}
          onClose={() => onSearch({ new: undefined })}
        />
      )}
    </>
  );
}

/** One Offboarding Request, as the Service has it now. */
function RequestSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const request = useQuery({
    ...query(ENDPOINTS.getOffboardingRequest, { params: { offboardingRequestId: id } }),
    staleTime: 0,
  });
  return (
    <SideSheet title={`Offboarding Request ${shortId(id)}`} onClose={onClose}>
      <Read query={request} what="this request" height={160}>
        {(data) => (
          <>
            <AsOf read={request} what="the request" />
            <RequestFields request={data} />
            <CancelRequest request={data} />
          </>
        )}
      </Read>
    </SideSheet>
  );
}

function columnsFor(onSearch: OffboardingPageProps['onSearch']): Column<OffboardingRequest>[] {
  return [
    column('entity', 'Entity', { phone: 'name' }, (row) => (
      <EntityLabel id={row.data?.id ?? null} />
    )),
    column('status', 'Status', { width: '16%', phone: 'end' }, (row) => (
      <RequestStatus status={row.status} />
    )),
    column('components', 'Components', { width: '12%', numeric: true }, (row) =>
      formatNumber(row.data?.components?.length ?? null),
    ),
    column('principal', 'Requested by', { width: '16%' }, (row) => <Requester request={row} />),
    column('id', 'Request', { width: '14%', phone: 'line' }, ({ id }) => (
      <Tooltip title={id}>
        <Link
          component="button"
          onClick={() => onSearch({ request: id })}
          aria-label={`Open the request ${shortId(id)}`}
          sx={{ lineHeight: '24px' }}
        >
          {shortId(id)}
        </Link>
      </Tooltip>
    )),
  ];
}
