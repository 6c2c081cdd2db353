import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job, JobChange, JobItem, JobItemFilter } from '../../../contract/console/job.ts';
import { MISSING, shortId } from '../../../domain/format.ts';
import { isGoingOn, JOB_ITEMS_PER_PAGE, jobItems } from '../../api/jobs.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import { Pager } from '../../components/pager.tsx';
import { Read } from '../../components/read.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import { ClockText, DateTimeText } from '../../components/time-text.tsx';
import { itemMessage } from './item-message.ts';
import { ITEM_LOOKS, readingLabel, stateLabel, valueLabel } from './job-labels.ts';

/** Height of rows with two lines of text, in px. */
const ROW_HEIGHT = 48;

const REQUEST: Column<JobItem> = {
  key: 'request',
  header: 'Request',
  width: '104px',
  cell: ({ requestId }) =>
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
  phone: 'line',
};

const TRIGGER: Column<JobItem> = {
  key: 'trigger',
  header: 'Trigger time',
  width: '168px',
  cell: (item) => <DateTimeText instant={item.triggerTime} />,
  phone: 'line',
};

function valueColumns(unit: string): readonly Column<JobItem>[] {
  return [
    {
      key: 'before',
      header: 'Before',
      width: '80px',
      cell: (item) => readingLabel(item.before, unit),
    },
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
    {
      key: 'entity',
      header: 'Entity',
      width: '22%',
      cell: (item) => (
        <EntityLink id={item.entityId} name={item.entityName} type={item.entityType} />
      ),
      phone: 'name',
    },
    {
      key: 'state',
      header: 'Result',
      width: '184px',
      cell: ({ state }) => <StatusMark label={stateLabel(change, state)} {...ITEM_LOOKS[state]} />,
      phone: 'end',
    },
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
    { key: 'at', header: 'At', width: '84px', cell: (item) => <ClockText instant={item.at} /> },
  ];
}

interface JobItemsProps {
  job: Job;
  state: JobItemFilter | undefined;
}

/** The items of a job with their results, a page at a time. */
export function JobItems({ job, state }: JobItemsProps) {
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
