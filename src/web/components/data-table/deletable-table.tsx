import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { DeleteDialog, type Deletion } from '../delete-dialog.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

interface DeletableTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  deletion: Deletion;
  /** Why the operator may not delete, or null. */
  denial: string | null;
  onDeleted: (message: string) => void;
}

/** A table whose rows can be deleted, each after a question. */
export function DeletableTable<Row extends { id: string }>(props: DeletableTableProps<Row>) {
  const { columns, nameOf, deletion, denial, onDeleted, ...table } = props;
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null);
  const onDelete = (row: Row) => setDeleting({ id: row.id, name: nameOf(row) });
  return (
    <>
      <DataTable
        {...table}
        columns={[...columns, deleteColumn(nameOf, denial, onDelete)]}
        rowKey={({ id }) => id}
      />
      {deleting !== null && (
        <DeleteDialog
          {...deletion}
          {...deleting}
          onClose={() => setDeleting(null)}
          onDeleted={(message) => {
            onDeleted(message);
            setDeleting(null);
          }}
        />
      )}
    </>
  );
}

const deleteColumn = <Row,>(
  nameOf: (row: Row) => string,
  denial: string | null,
  onDelete: (row: Row) => void,
): Column<Row> => ({
  key: 'delete',
  header: <span className="visually-hidden">Delete</span>,
  width: '56px',
  cell: (row) => (
    <Tooltip title={denial ?? 'Delete'}>
      <IconButton
        aria-label={`Delete ${nameOf(row)}${denial === null ? '' : `. Not possible: ${denial}`}`}
        aria-disabled={denial !== null}
        onClick={denial === null ? () => onDelete(row) : undefined}
      >
        <DeleteOutlineIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Tooltip>
  ),
  phone: 'end',
});
