import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Job,
  JobChange,
  JobItem,
  JobItemFilter,
  JobDoubt,
  JobNote,
  JobSeen,
} from '../../../contract/console/job.ts';
import type { FailureReason } from '../../../contract/console/problem.ts';
import { MISSING, shortId } from '../../../domain/format.ts';
import { sentence } from '../../../lib/sentence.ts';
import { isGoingOn, JOB_ITEMS_PER_PAGE, jobItems } from '../../api/jobs.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import { Pager } from '../../components/pager.tsx';
import { Read } from '../../components/read.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import { ClockText, DateTimeText } from '../../components/time-text.tsx';
import { ITEM_LOOKS, readingLabel, stateLabel, valueLabel } from './job-labels.ts';

/** Height of rows with two lines of text, in px. */
const ROW_HEIGHT = 48;

const REQUEST: Column<JobItem> = column(
  'request',
  'Request',
  { width: '104px', phone: 'line' },
  ({ requestId }) =>
    requestId === null ? (
      MISSING
    ) : (
      <Tooltip title={requestId}>
        <TextLink
          to="/offboarding"
          search={{ request: requestId }}
          sx={{ display: 'inline-block', lineHeight: '24px' }}
        >
          {shortId(requestId)}
        </TextLink>
      </Tooltip>
    ),
);

const TRIGGER: Column<JobItem> = column(
  'trigger',
  'Trigger time',
  { width: '168px', phone: 'line' },
  (item) => <DateTimeText instant={item.triggerTime} />,
);

function valueColumns(unit: string): readonly Column<JobItem>[] {
  return [
    column('before', 'Before', { width: '80px' }, (item) => readingLabel(item.before, unit)),
    {
      key: 'wanted',
      header: 'Wanted',
      width: '80px',
      cell: (item) => valueLabel(item.wanted, unit),
      phone: 'line',
      phoneCell: (item) => `${readingLabel(item.before, unit)} → ${valueLabel(item.wanted, unit)}`,
    },
  ];
}

function ownColumns({ kind }: JobChange, unit: string): readonly Column<JobItem>[] {
  if (kind === 'cancel') return [TRIGGER];
  return kind === 'offboarding' ? [REQUEST] : valueColumns(unit);
}

function columnsFor(change: JobChange, unit: string): readonly Column<JobItem>[] {
  return [
    column('entity', 'Entity', { width: '22%', phone: 'name' }, (item) => (
      <EntityLink id={item.entityId} name={item.entityName} type={item.entityType} />
    )),
    column('state', 'Result', { width: '184px', phone: 'end' }, ({ state }) => (
      <StatusMark label={stateLabel(change, state)} {...ITEM_LOOKS[state]} />
    )),
    ...ownColumns(change, unit),
    {
      key: 'message',
      header: 'Message',
      cell: (item) => {
        const message = itemMessage(item, change, unit);
        return message === null ? MISSING : <CutText lines={2}>{message}</CutText>;
      },
      phone: 'more',
      phoneCell: (item) => itemMessage(item, change, unit),
    },
    column('at', 'At', { width: '84px' }, (item) => <ClockText instant={item.at} />),
  ];
}

/** The items of a job with their results, a page at a time. */
export function JobItems({ job, state }: { job: Job; state: JobItemFilter | undefined }) {
  const unit = useCapacityUnit();
  const [page, setPage] = useState(1);
  const list = useQuery(jobItems(job.id, state, page, isGoingOn(job)));
  return (
    <Read query={list} what="the results">
      {({ items, total }) =>
        total === 0 ? (
          <EmptyState title="None has this result." />
        ) : (
          <>
            <DataTable
              label="Results"
              columns={columnsFor(job.change, unit)}
              rows={items}
              rowKey={(item) => String(item.position)}
              rowHeight={ROW_HEIGHT}
              busy={list.isPlaceholderData}
            />
            <Pager
              what="these results"
              page={page}
              size={JOB_ITEMS_PER_PAGE}
              total={total}
              onPage={setPage}
            />
          </>
        )
      }
    </Read>
  );
}

/** Quotes a message of the Service, so that it is not taken for the console's. */
function reasonMessage({ source, message }: FailureReason): string {
  return source === 'service' ? `“${message}”` : message;
}

/** What a job reads. */
const READ_OF: Readonly<Record<JobChange['kind'], string>> = {
  feature: 'its value',
  capacity: 'its value',
  offboarding: 'the Offboarding Requests',
  cancel: 'its status',
};

/** Creates the texts of the notes of one job. */
function messagesOf(change: JobChange, unit: string) {
  const listMessage = (listed: readonly string[]) => {
    const feature = change.kind === 'feature' ? `feature ${change.feature}` : 'such feature';
    return `the Service lists no ${feature} for this Entity; it lists ${listed.join(', ') || 'none'}`;
  };
  const seenMessage = (seen: JobSeen, when = ''): string => {
    switch (seen.code) {
      case 'value':
        return valueLabel(seen.value, unit);
      case 'no-feature':
        return listMessage(seen.listed);
      case 'request':
        return `its request is ${seen.status ?? 'without a status'}`;
      case 'no-request':
        return 'no open request';
      case 'command':
        return seen.status;
      case 'unread':
        return `${READ_OF[change.kind]} could not be read${when}: ${reasonMessage(seen.reason)}`;
    }
  };
  const doubtMessage = (doubt: JobDoubt): string => {
    switch (doubt.code) {
      case 'lost':
      case 'refused':
        return sentence(reasonMessage(doubt.reason));
      case 'stopped':
        return 'The console stopped before the answer was stored.';
      case 'answered':
        return `The Service took the change and answered: ${seenMessage(doubt.found)}.`;
    }
  };
  return (note: JobNote): string => {
    switch (note.code) {
      case 'refused': {
        const reason = reasonMessage(note.reason);
        return note.reading ? `${reason} (when it was read; nothing was sent)` : reason;
      }
      case 'not-sent':
        if (note.seen.code === 'command') return `It was already ${note.seen.status}.`;
        return `${sentence(seenMessage(note.seen))} Nothing was sent.`;
      case 'checked': {
        const seen = seenMessage(note.seen, ' afterwards');
        const read = note.seen.code === 'unread' ? seen : `read afterwards: ${seen}`;
        return `${doubtMessage(note.doubt)} ${sentence(read)}`;
      }
    }
  };
}

/** Why an item ended as it did, or null if its state says it all. @param unit of capacities */
export function itemMessage({ note }: JobItem, change: JobChange, unit: string): string | null {
  return note === null ? null : messagesOf(change, unit)(note);
}
