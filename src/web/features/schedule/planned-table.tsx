import Box from '@mui/material/Box';
import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { collectiveLabel, formatNumber, MISSING } from '../../../domain/format.ts';
import { plannedTimeLabel, plannedTimeLine, utcBeside } from '../../../domain/planned-time.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { CountsBar } from '../../components/status/outcome-bar.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import { ZoneDataNote } from '../../components/zone-data-note.tsx';

interface PlannedTableProps {
  items: readonly PlannedItem[];
  /** Absent: cancellation is not offered. */
  onCancel?: (item: PlannedItem) => void;
  /** Why this operator may not cancel, or null. */
  cancelDenial?: string | null;
  withCollective?: boolean;
}

/** The planned Commands, soonest first. */
export function PlannedTable(props: PlannedTableProps) {
  const { items, onCancel, cancelDenial = null, withCollective = true } = props;
  return (
    <DataTable
      label="Planned Commands"
      columns={[
        ...COLUMNS.filter(({ key }) => withCollective || key !== 'collective'),
        ...(onCancel === undefined ? [] : [cancelColumn(onCancel, cancelDenial)]),
      ]}
      rows={items}
      rowKey={plannedKey}
      minWidth={withCollective ? 1000 : 860}
    />
  );
}

function cancelColumn(
  onCancel: (item: PlannedItem) => void,
  denial: string | null,
): Column<PlannedItem> {
  return {
    key: 'cancel',
    header: 'Cancel',
    width: '96px',
    phone: 'end',
    isEmpty: ({ batch, type, open }) => batch === null || type === null || open === 0,
    cell: (item) =>
      item.batch !== null &&
      item.type !== null &&
      item.open > 0 && (
        <PermittedButton
          color="inherit"
          denial={denial}
          aria-label={`Cancel ${plannedItemLabel(item)}`}
          onClick={() => onCancel(item)}
          sx={{ minHeight: 28 }}
        >
          Cancel
        </PermittedButton>
      ),
  };
}

/** In a line of text, colour alone does not distinguish a link. */
const linkTo = (underline: 'always' | 'hover') => (item: PlannedItem) =>
  item.batch === null ? (
    commandLabelWithValue(item)
  ) : (
    <BatchLink id={item.batch.dispatchId} underline={underline}>
      {commandLabelWithValue(item)}
    </BatchLink>
  );

/** The last time of several. */
function Until({ item: { until } }: { item: PlannedItem }) {
  if (until === null) return null;
  return (
    <>
      {' '}
      until <ClockText instant={until} />
    </>
  );
}

const COLUMNS: readonly Column<PlannedItem>[] = [
  {
    key: 'meant',
    header: 'Triggers at, as planned',
    width: '21%',
    wraps: true,
    cell: (item) => (
      <>
        <span>
          {plannedTimeLabel(item)}
          <Until item={item} />
        </span>
        {/* Below it rather than in a column: the Command needs the space. */}
        {utcBeside(item) !== null && (
          <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {utcBeside(item)}
          </Box>
        )}
        <ZoneDataNote item={item} />
      </>
    ),
    phone: 'line',
    phoneCell: (item) => (
      <>
        {plannedTimeLine(item)}
        <Until item={item} />
        <ZoneDataNote item={item} />
      </>
    ),
  },
  column('in', 'In', { width: '88px', wraps: true, phone: 'line' }, ({ triggerTime }) => (
    <RelativeTimeText instant={triggerTime} />
  )),
  column(
    'what',
    'Command',
    { wraps: true, phone: 'name', phoneCell: linkTo('always') },
    linkTo('hover'),
  ),
  {
    key: 'collective',
    header: 'Collective',
    width: '16%',
    wraps: true,
    cell: whereLabel,
    // What other systems planned names none.
    isEmpty: ({ batch }) => batch === null,
    phone: 'line',
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: '124px',
    wraps: true,
    cell: ({ verdictCounts }) => <CountsBar verdictCounts={verdictCounts} compact />,
    phone: 'more',
    phoneCell: ({ verdictCounts }) => <CountsBar verdictCounts={verdictCounts} />,
  },
  {
    key: 'open',
    header: 'Open',
    numeric: true,
    width: '84px',
    cell: openMessage,
    phone: 'line',
    phoneCell: (item) => `${openMessage(item)} open`,
  },
  {
    key: 'by',
    header: 'Sent by',
    width: '132px',
    wraps: true,
    cell: plannedBy,
    phone: 'line',
    phoneCell: (item) => (item.batch === null ? plannedBy(item) : null),
  },
];

/** Key of a planned item: its batch, if it has one, instant and Command. */
function plannedKey(item: PlannedItem): string {
  return [item.batch?.dispatchId, item.triggerTime, item.type, item.value].join(' ');
}

/** The Collective's name, or the short form of its id; what another system planned has none. */
export function whereLabel({ batch }: Pick<PlannedItem, 'batch'>): string {
  return batch === null ? MISSING : collectiveLabel(batch);
}

/** Who planned it. */
export function plannedBy({ batch }: PlannedItem): string {
  return batch?.operatorName ?? SENT_BY_ANOTHER;
}

/** "60 of 62": how many can still trigger. */
function openMessage({ open, total }: Pick<PlannedItem, 'open' | 'total'>): string {
  return `${formatNumber(open)} of ${formatNumber(total)}`;
}

/** An item as a sentence, for accessible names and confirmations. */
function plannedItemLabel(item: PlannedItem): string {
  return `${commandLabelWithValue(item)} on ${whereLabel(item)} at ${plannedTimeLabel(item)}, ${openMessage(item)} open`;
}
