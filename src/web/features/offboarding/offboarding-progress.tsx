import type SvgIcon from '@mui/material/SvgIcon';
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import NorthEastIcon from '@mui/icons-material/NorthEast';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import RemoveCircleOutlineIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Live } from '../../components/live.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import type { StatusStyle } from '../../theme/status.ts';
import { EntityLabel } from './entity-label.tsx';
import { RUN_LABELS, type RunItem, type RunState } from './run.ts';
import type { Run } from './use-offboarding-run.ts';

const LOOKS: Readonly<Record<RunState, { style: StatusStyle; icon: typeof SvgIcon }>> = {
  waiting: { style: { tone: 'grey', look: 'plain' }, icon: ScheduleIcon },
  sending: { style: { tone: 'blue', look: 'plain' }, icon: NorthEastIcon },
  created: { style: { tone: 'teal', look: 'outline' }, icon: CheckIcon },
  already: { style: { tone: 'grey', look: 'outline' }, icon: RemoveCircleOutlineIcon },
  refused: { style: { tone: 'red', look: 'soft' }, icon: BlockIcon },
  unknown: { style: { tone: 'amber', look: 'hatched' }, icon: QuestionMarkIcon },
};

interface RunProgressProps {
  run: Run;
  /** The Pending request of an Entity as the list has it now, or null. */
  pendingOf: (entityId: string) => string | null;
  /** Reads the list of requests again. */
  onCheck: () => void;
}

function Mark({ item }: { item: RunItem }) {
  return <StatusMark label={RUN_LABELS[item.state]} {...LOOKS[item.state]} />;
}

function Words({ item, pendingOf }: { item: RunItem } & Pick<RunProgressProps, 'pendingOf'>) {
  const pending = item.requestId ?? (item.state === 'unknown' ? pendingOf(item.entityId) : null);
  return (
    <>
      {item.words}{' '}
      {pending !== null && (
        <>
          {item.state === 'unknown' && 'A Pending request stands in the list: '}
          <AppLink to="/offboarding" search={{ request: pending }}>
            Request {shortId(pending)}
          </AppLink>
        </>
      )}
    </>
  );
}

function columnsFor(pendingOf: RunProgressProps['pendingOf']): readonly Column<RunItem>[] {
  return [
    { key: 'entity', header: 'Entity', cell: (row) => <EntityLabel id={row.entityId} /> },
    { key: 'state', header: 'Result', width: '24%', cell: (row) => <Mark item={row} /> },
    {
      key: 'words',
      header: 'In words',
      width: '46%',
      wraps: true,
      cell: (row) => <Words item={row} pendingOf={pendingOf} />,
    },
  ];
}

/** How far a run is, with a row for each Entity. */
export function RunProgress({ run, pendingOf, onCheck }: RunProgressProps) {
  const { items, running } = run;
  const count = (state: RunState): number => items.filter((item) => item.state === state).length;
  const waiting = count('waiting');
  const done = items.length - waiting - count('sending');
  const columns = useMemo(() => columnsFor(pendingOf), [pendingOf]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Live>
        <Typography variant="body2">
          {formatNumber(done)} of {formatCount(items.length, 'entity', 'entities')} done:{' '}
          {count('created')} requested, {count('already')} pending before, {count('refused')}{' '}
          refused, {count('unknown')} unknown.
        </Typography>
      </Live>
      <LinearProgress
        variant="determinate"
        value={(done / items.length) * 100}
        aria-label="Offboarding requests"
        sx={{ height: 4 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {running && (
          <Button variant="outlined" color="inherit" onClick={run.stop}>
            Stop after this one
          </Button>
        )}
        {!running && waiting > 0 && (
          <Button variant="outlined" color="inherit" onClick={run.resume}>
            Go on with {formatCount(waiting, 'entity', 'entities')}
          </Button>
        )}
        {!running && count('unknown') > 0 && (
          <Button variant="outlined" color="inherit" onClick={onCheck}>
            Look for the unknown ones
          </Button>
        )}
        {!running && (
          <Button color="inherit" onClick={run.clear}>
            {waiting > 0 ? 'Give up the rest and begin anew' : 'Begin anew'}
          </Button>
        )}
      </Box>
      <DataTable
        label="Results"
        columns={columns}
        rows={items}
        rowKey={(row) => row.entityId}
        renderNarrow={(row) => ({
          first: <EntityLabel id={row.entityId} />,
          second: <Words item={row} pendingOf={pendingOf} />,
          end: <Mark item={row} />,
        })}
      />
    </Box>
  );
}
