import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount, formatDate, formatNumber } from '../../../domain/format.ts';
import { runTitle, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Hint } from '../../components/hint.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { RunStateMark } from '../../components/status/run-state-mark.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { periodLabel } from '../report-run/run-labels.ts';

interface RunsTableProps {
  runs: readonly ReportRun[];
  /** Why the deletion of a report is not permitted, or null. */
  denialOf: (run: ReportRun) => string | null;
  onDelete: (run: ReportRun) => void;
}

function RunLink({ run }: { run: ReportRun }) {
  const names = useCollectiveNames();
  return (
    <AppLink to="/reports/$runId" params={{ runId: run.id }}>
      {runTitle(run, names)}
    </AppLink>
  );
}

/** Marks figures that may still grow. */
function Provisional({ run }: { run: ReportRun }) {
  if (run.provisionalFrom === null) return null;
  const day = dateIn(run.definition.zone, Date.parse(run.provisionalFrom));
  return (
    <Hint
      text={`Figures from ${formatDate(day)} on may still grow.`}
      sx={{ color: 'var(--mui-palette-status-amber)' }}
    >
      {' '}
      provisional
    </Hint>
  );
}

/** The state of a report, with its progress while it runs. */
function State({ run }: { run: ReportRun }) {
  const { total, done, failed } = run.progress.entities;
  const over = run.state === 'complete';
  return (
    <Box>
      <RunStateMark state={run.state} />
      {run.hash !== null && (
        <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
          Sealed
        </Box>
      )}
      {run.state === 'running' && (
        <ProgressBar label={`Reading of ${runTitle(run)}`} done={done + failed} total={total} />
      )}
      {!over && (
        <Box
          component="span"
          sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}
        >
          {formatNumber(done)} of {formatCount(total, 'Entity', 'Entities')}
          {failed > 0 && `, ${formatNumber(failed)} not read`}
        </Box>
      )}
    </Box>
  );
}

const COLUMNS: readonly Column<ReportRun>[] = [
  {
    key: 'what',
    header: 'Report',
    wraps: true,
    cell: (run) => <RunLink run={run} />,
    phone: 'name',
  },
  {
    key: 'period',
    header: 'Period',
    wraps: true,
    width: '20%',
    cell: (run) => (
      <>
        {periodLabel(run)}
        <Provisional run={run} />
      </>
    ),
    phone: 'line',
  },
  {
    key: 'zone',
    header: 'Time zone',
    wraps: true,
    width: '15%',
    cell: (run) => zoneLabel(run.definition),
    phone: 'line',
  },
  {
    key: 'state',
    header: 'State',
    wraps: true,
    width: '16%',
    cell: (run) => <State run={run} />,
    phone: 'more',
  },
  {
    key: 'by',
    header: 'By',
    wraps: true,
    width: '13%',
    cell: (run) => run.operator,
    phone: 'line',
  },
  {
    key: 'at',
    header: 'Started',
    width: '152px',
    cell: (run) => <DateTimeText instant={run.createdAt} />,
    phone: 'line',
  },
];

const DELETE = <span className="visually-hidden">Delete</span>;

/** Reports, one per row. */
export function RunsTable({ runs, denialOf, onDelete }: RunsTableProps) {
  const remove = (run: ReportRun) => {
    const reason =
      denialOf(run) ?? (run.state === 'running' ? 'It is running; stop it first.' : null);
    return (
      <Tooltip title={reason ?? 'Delete'}>
        <IconButton
          aria-label={`Delete ${runTitle(run)}${reason === null ? '' : `. Not possible: ${reason}`}`}
          aria-disabled={reason !== null}
          onClick={() => {
            if (reason === null) onDelete(run);
          }}
        >
          <DeleteOutlineIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
    );
  };
  return (
    <DataTable
      label="Reports"
      columns={[
        ...COLUMNS,
        { key: 'delete', header: DELETE, width: '56px', cell: remove, phone: 'end' },
      ]}
      rows={runs}
      minWidth={900}
      rowKey={(run) => run.id}
    />
  );
}
