import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { CountsBar } from '../../components/status/outcome-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { ZoneDataNote } from '../../components/zone-data-note.tsx';
import { plannedTimeLabel, plannedTimeLine, utcBeside } from '../../../domain/planned-time.ts';
import { collectiveLabel, openMessage, plannedKey, plannedItemLabel } from './planned-labels.ts';

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
  const cancel = (item: PlannedItem) =>
    onCancel !== undefined &&
    item.type !== null &&
    item.open > 0 && (
      <Tooltip title={cancelDenial ?? ''}>
        <Button
          color="inherit"
          aria-label={`Cancel ${plannedItemLabel(item)}`}
          aria-disabled={cancelDenial !== null}
          onClick={() => {
            if (cancelDenial === null) onCancel(item);
          }}
          sx={{ minHeight: 28 }}
        >
          Cancel
        </Button>
      </Tooltip>
    );
  const columns: Column<PlannedItem>[] = [
    ...FACTS,
    ...(withCollective ? [COLLECTIVE] : []),
    ...COUNTS,
    ...(onCancel === undefined
      ? []
      : [{ key: 'cancel', header: 'Cancel', width: '96px', cell: cancel }]),
  ];
  return (
    <DataTable
      label="Planned Commands"
      columns={columns}
      rows={items}
      rowKey={plannedKey}
      minWidth={withCollective ? 1000 : 860}
      renderNarrow={(item) => ({
        first: (
          <>
            <BatchLink item={item} inText />
            {withCollective && ` · ${collectiveLabel(item)}`}
          </>
        ),
        second: (
          <>
            {plannedTimeLine(item)}, <RelativeTimeText instant={item.triggerTime} />,{' '}
            {openMessage(item)} open <CountsBar verdictCounts={item.verdictCounts} />
            <ZoneDataNote item={item} />
          </>
        ),
        end: cancel(item),
      })}
    />
  );
}

/** In a line of text, colour alone does not distinguish a link. */
function BatchLink({ item, inText = false }: { item: PlannedItem; inText?: boolean }) {
  return (
    <AppLink
      to="/batches/$dispatchId"
      params={{ dispatchId: item.dispatchId }}
      underline={inText ? 'always' : 'hover'}
    >
      {commandLabelWithValue(item)}
    </AppLink>
  );
}

const FACTS: readonly Column<PlannedItem>[] = [
  {
    key: 'meant',
    header: 'Triggers at, as planned',
    width: '21%',
    wraps: true,
    cell: (item) => (
      <>
        <span>{plannedTimeLabel(item)}</span>
        {/* Below it rather than in a column: the Command needs the space. */}
        {utcBeside(item) !== null && (
          <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {utcBeside(item)}
          </Box>
        )}
        <ZoneDataNote item={item} />
      </>
    ),
  },
  {
    key: 'in',
    header: 'In',
    width: '88px',
    wraps: true,
    cell: ({ triggerTime }) => <RelativeTimeText instant={triggerTime} />,
  },
  { key: 'what', header: 'Command', wraps: true, cell: (item) => <BatchLink item={item} /> },
];

const COLLECTIVE: Column<PlannedItem> = {
  key: 'collective',
  header: 'Collective',
  width: '16%',
  wraps: true,
  cell: collectiveLabel,
};

const COUNTS: readonly Column<PlannedItem>[] = [
  {
    key: 'outcome',
    header: 'Outcome',
    width: '124px',
    wraps: true,
    cell: ({ verdictCounts }) => <CountsBar verdictCounts={verdictCounts} compact />,
  },
  { key: 'open', header: 'Open', numeric: true, width: '84px', cell: openMessage },
  { key: 'by', header: 'By', width: '10%', wraps: true, cell: ({ operatorName }) => operatorName },
];
