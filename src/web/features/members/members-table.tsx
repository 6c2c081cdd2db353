import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Member } from '../../../contract/collective.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { MISSING } from '../../../domain/format.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import { CopyId } from '../../components/copy-id.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Pager } from '../../components/pager.tsx';
import { memberName } from './member-name.ts';

const SIZES = [25, 50, 100] as const;

interface MembersTableProps {
  members: readonly Member[];
  query: string;
  onQuery: (query: string) => void;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  renderRemove: (member: Member) => ReactNode;
}

const COLUMNS: readonly Column<Member>[] = [
  { key: 'name', header: 'Name', cell: (row) => foreignName(row.name) ?? MISSING },
  {
    key: 'email',
    header: 'E-mail address',
    width: '38%',
    cell: (row) => foreignName(row.emailAddress) ?? MISSING,
  },
  {
    key: 'id',
    header: 'Id',
    width: '14%',
    cell: (row) => <CopyId id={row.id} what={`the id of ${memberName(row)}`} />,
  },
];

/** A page of Members, filtered by name or address. */
export function MembersTable(props: MembersTableProps) {
  const { members, query, onQuery, onPage, renderRemove } = props;
  const [size, setSize] = useState<number>(SIZES[0]);
  const terms = searchTerms(query);
  const matching = members.filter(({ id, name, emailAddress }) =>
    hasTerms(`${name ?? ''} ${emailAddress ?? ''}`, terms, id),
  );
  const page = Math.min(props.page, Math.max(1, Math.ceil(matching.length / size)));
  const columns = [
    ...COLUMNS,
    { key: 'remove', header: 'Access', width: '14%', cell: renderRemove },
  ];
  return (
    <>
      <Box sx={{ mb: 1 }}>
        <FilterField label="Filter by name, address or id" value={query} onChange={onQuery} />
      </Box>
      {matching.length === 0 ? (
        <Typography>No member matches “{query}”.</Typography>
      ) : (
        <DataTable
          label="Members"
          columns={columns}
          rows={matching.slice((page - 1) * size, page * size)}
          rowKey={(row) => row.id}
          renderNarrow={(row) => ({
            first: memberName(row),
            second: row.emailAddress ?? MISSING,
            end: renderRemove(row),
          })}
        />
      )}
      {matching.length > SIZES[0] && (
        <Pager
          what="members"
          page={page}
          size={size}
          sizes={SIZES}
          total={matching.length}
          onPage={onPage}
          onSize={(next) => {
            setSize(next);
            onPage(1);
          }}
        />
      )}
    </>
  );
}
