import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { AuditRow } from '../../../contract/console/audit.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { TextLink } from '../../components/app-link.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { MONO } from '../../theme/theme.ts';
import { actionLabel } from './audit-labels.ts';

/** The target of an action; a batch links to its page. */
function Target({ row }: { row: AuditRow }) {
  const { target, dispatchId } = row;
  const isBatch = dispatchId !== null && Uuid.safeParse(dispatchId).success;
  return (
    <Tooltip title={target ?? ''}>
      <span>
        {target === null
          ? MISSING
          : target.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => shortId(id))}
        {isBatch && (
          <>
            {' '}
            <TextLink to="/batches/$dispatchId" params={{ dispatchId: dispatchId }}>
              batch {shortId(dispatchId)}
            </TextLink>
          </>
        )}
      </span>
    </Tooltip>
  );
}

function outcomeLabel(row: AuditRow): string {
  const status = row.upstreamStatus === null ? '' : `, Service ${row.upstreamStatus}`;
  return `${row.outcome}${status}`;
}

/** The request or answer as stored, and its origin. */
function Detail({ row }: { row: AuditRow }) {
  const [open, setOpen] = useState(false);
  const facts: [string, string][] = [
    ['Request or answer', row.body ?? 'nothing'],
    ['On', row.target ?? 'no target'],
    ['Session', row.session ?? 'none'],
    ['Address', row.address ?? 'none'],
    ['Request', row.requestId ?? 'none'],
    ['Hash of the row', row.hash],
  ];
  const title = `Row ${formatNumber(row.sequence)}: ${actionLabel(row.action)}`;
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-label={`Details of row ${row.sequence}`}
        onClick={() => setOpen(true)}
        sx={{ minHeight: 28 }}
      >
        Details
      </Button>
      {open && (
        <PlainDialog title={title} onClose={() => setOpen(false)}>
          <FactList>
            {facts.map(([name, value]) => (
              <Fact key={name} name={name}>
                <Box
                  component="span"
                  sx={{ fontFamily: MONO, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
                >
                  {value}
                </Box>
              </Fact>
            ))}
          </FactList>
        </PlainDialog>
      )}
    </>
  );
}

const COLUMNS: readonly Column<AuditRow>[] = [
  {
    key: 'sequence',
    header: 'Row',
    numeric: true,
    width: '60px',
    cell: (row) => formatNumber(row.sequence),
  },
  {
    key: 'at',
    header: 'When',
    width: '256px',
    cell: (row) => <ExactTimeText instant={row.at} />,
    phone: 'line',
  },
  {
    key: 'action',
    header: 'What',
    width: '150px',
    wraps: true,
    cell: (row) => actionLabel(row.action),
    phone: 'name',
    phoneCell: (row) => `${actionLabel(row.action)}, ${outcomeLabel(row)}`,
  },
  { key: 'outcome', header: 'Outcome', width: '118px', wraps: true, cell: outcomeLabel },
  {
    key: 'who',
    header: 'Who',
    width: '124px',
    wraps: true,
    cell: (row) => row.operatorName ?? MISSING,
    phone: 'line',
    phoneCell: (row) => row.operatorName ?? 'Not signed in',
  },
  {
    key: 'target',
    header: 'On',
    wraps: true,
    cell: (row) => <Target row={row} />,
  },
  {
    key: 'detail',
    header: 'Details',
    width: '96px',
    cell: (row) => <Detail row={row} />,
    phone: 'end',
  },
];

/** Rows of the audit log. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => String(row.sequence)}
      minWidth={960}
    />
  );
}
