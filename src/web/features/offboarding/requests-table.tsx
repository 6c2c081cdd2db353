import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useMemo } from 'react';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Pager } from '../../components/pager.tsx';
import { PAGE_SIZES, type OffboardingSearch } from './offboarding-search.ts';
import { EntityLabel, Requester, RequestStatus } from './request-parts.tsx';

interface RequestsTableProps {
  rows: readonly OffboardingRequest[];
  search: OffboardingSearch;
  onSearch: (change: Partial<OffboardingSearch>) => void;
}

function columnsFor(onSearch: RequestsTableProps['onSearch']): Column<OffboardingRequest>[] {
  return [
    {
      key: 'entity',
      header: 'Entity',
      phone: 'name',
      cell: (row) => <EntityLabel id={row.data?.id ?? null} />,
    },
    {
      key: 'status',
      header: 'Status',
      width: '16%',
      phone: 'end',
      cell: (row) => <RequestStatus status={row.status} />,
    },
    {
      key: 'components',
      header: 'Components',
      width: '12%',
      numeric: true,
      cell: (row) => formatNumber(row.data?.components?.length ?? null),
    },
    {
      key: 'principal',
      header: 'Requested by',
      width: '16%',
      cell: (row) => <Requester request={row} />,
    },
    {
      key: 'id',
      header: 'Request',
      width: '14%',
      phone: 'line',
      cell: ({ id }) => (
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
      ),
    },
  ];
}

/** A page of Offboarding Requests. */
export function RequestsTable({ rows, search, onSearch }: RequestsTableProps) {
  const columns = useMemo(() => columnsFor(onSearch), [onSearch]);
  const { size = 25 } = search;
  const page = Math.min(search.page ?? 1, Math.max(1, Math.ceil(rows.length / size)));
  return (
    <div>
      <DataTable
        label="Offboarding Requests"
        columns={columns}
        rows={rows.slice((page - 1) * size, page * size)}
        minWidth={900}
        rowKey={(row) => row.id}
      />
      <Pager
        what="requests"
        page={page}
        size={size}
        sizes={PAGE_SIZES}
        total={rows.length}
        onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
        onSize={(next) => {
          const known = PAGE_SIZES.find((each) => each === next);
          onSearch({ size: known === 25 ? undefined : known, page: undefined });
        }}
      />
    </div>
  );
}
