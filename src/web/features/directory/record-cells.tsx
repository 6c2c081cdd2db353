import BoltIcon from '@mui/icons-material/Bolt';
import EditIcon from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../../contract/console/directory.ts';
import { sourceLabel } from '../../../domain/directory-labels.ts';
import { MISSING, shortId, typeLabel } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { HealthMark } from '../../components/health-mark.tsx';
import { NameWithMarks } from '../../components/name-with-marks.tsx';
import { OffboardingMark } from '../offboarding/offboarding-mark.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { TagList } from '../../components/tag-list.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

/** A column whose name can be chosen from a list. */
export type RecordColumn<Row> = Column<Row> & { header: string };

const IconLink = createLink(IconButton);

type AnyRecord = DirectoryCollectiveRecord | DirectoryEntityRecord;

/** A record's name, or the short form of its id. */
function recordName(row: AnyRecord): string {
  return row.name ?? shortId(row.id);
}

/** Name with a link, and a mark if the Service refuses its id. */
export function NameCell({ row, link }: { row: AnyRecord; link: ReactNode }) {
  const marks = (
    <>
      <HealthMark unreachable={row.unreachable} />
      <OffboardingMark entityId={row.id} />
    </>
  );
  return <NameWithMarks marks={marks}>{link}</NameWithMarks>;
}

/** A link to the page of a Collective. */
export function CollectiveLink({ row }: { row: { id: string; name: string } }) {
  return (
    <AppLink to="/collectives/$collectiveId" params={{ collectiveId: row.id }}>
      {row.name}
    </AppLink>
  );
}

/** Columns of both lists. */
export function commonColumns<Row extends AnyRecord>() {
  return {
    type: {
      key: 'type',
      header: 'Type',
      sort: 'type',
      width: '100px',
      cell: (row: Row) => (row.type === null ? MISSING : typeLabel(row.type)),
    },
    place: {
      key: 'place',
      header: 'Place',
      phone: 'line',
      sort: 'place',
      width: '136px',
      cell: (row: Row) => row.place ?? MISSING,
      isEmpty: (row: Row) => row.place === null,
    },
    tags: {
      key: 'tags',
      header: 'Tags',
      width: '130px',
      cell: (row: Row) => <TagList tags={row.tags} />,
      isEmpty: (row: Row) => row.tags.length === 0,
    },
    note: {
      key: 'note',
      header: 'Note',
      width: '180px',
      cell: (row: Row) => row.note ?? MISSING,
      isEmpty: (row: Row) => row.note === null,
    },
    source: {
      key: 'source',
      header: 'Known from',
      width: '140px',
      cell: (row: Row) => sourceLabel(row.source),
    },
    known: {
      key: 'known',
      header: 'Known since',
      sort: 'known',
      width: '160px',
      cell: (row: Row) => <DateTimeText instant={row.knownAt} />,
    },
    id: {
      key: 'id',
      header: 'Id',
      width: '110px',
      cell: (row: Row) => <CopyId id={row.id} what={`the id of ${recordName(row)}`} />,
    },
  } satisfies Record<string, RecordColumn<Row>>;
}

/** Has a width, so that many other columns do not squeeze it to nothing. */
export const NAME = {
  key: 'name',
  header: 'Name',
  sort: 'name',
  width: '22%',
  phone: 'name',
} as const;

/** A column with a link that opens the dispatch sheet for a Collective. */
export function dispatchColumn<Row extends { id: string; name: string }>(): RecordColumn<Row> {
  return {
    key: 'dispatch',
    header: 'Dispatch',
    width: '76px',
    phone: 'end',
    cell: ({ id, name }) => (
      <IconLink
        to="."
        search={(old) => ({ ...old, dispatch: id })}
        resetScroll={false}
        aria-label={`Dispatch to ${name}`}
      >
        <BoltIcon sx={{ fontSize: 18 }} />
      </IconLink>
    ),
  };
}

/** The last column, with a button that opens the record. */
export function editColumn<Row extends AnyRecord>(onEdit: (id: string) => void): RecordColumn<Row> {
  return {
    key: 'edit',
    header: 'Edit',
    width: '56px',
    phone: 'end',
    cell: (row) => (
      <IconButton
        aria-label={`Edit the record of ${recordName(row)}`}
        onClick={() => onEdit(row.id)}
      >
        <EditIcon sx={{ fontSize: 18 }} />
      </IconButton>
    ),
  };
}
