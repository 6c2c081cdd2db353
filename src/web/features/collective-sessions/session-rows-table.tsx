import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type {
  CollectiveSession,
  CollectiveSessions,
} from '../../../contract/console/fleet-entity.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { exactEnergy, formatDuration, formatEnergy, MISSING } from '../../../domain/format.ts';
import { sessionDurationMs, sessionEnergy } from '../../../domain/session-maths.ts';
import { readSession } from '../../../domain/reports/report-session.ts';
import {
  DEFAULT_THRESHOLDS,
  SESSION_FINDING_LABELS,
  sessionFindings,
} from '../../../domain/session-findings.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { Pager } from '../../components/pager.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { SESSIONS_PER_PAGE } from './sessions-queries.ts';

interface SessionRowsTableProps {
  sessions: CollectiveSessions;
  choice: RangeChoice;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

function Energy({ row: { session } }: { row: CollectiveSession }) {
  const total = session.data?.charge?.total ?? null;
  const energy = sessionEnergy(total);
  const unit = total?.unit ?? null;
  return (
    <Tooltip title={exactEnergy(energy, unit)}>
      <span>{formatEnergy(energy, unit)}</span>
    </Tooltip>
  );
}

function placeOf({ session: { data } }: CollectiveSession): string | null {
  const match = data?.locationMatches?.find(({ location }) => location !== null)?.location ?? null;
  return foreignName(match?.label) ?? foreignName(data?.location?.address);
}

/** What each session shows by itself: pairs need all sessions of its Entity, whose page lists them. */
const flagsOf = ({ session, type }: CollectiveSession) =>
  sessionFindings(readSession(session), {
    type,
    capacityKwh: null,
    nowMs: Date.now(),
    thresholds: DEFAULT_THRESHOLDS,
  }).map(({ kind }) => SESSION_FINDING_LABELS[kind]);

function columnsFor({ range, from, to }: RangeChoice): readonly Column<CollectiveSession>[] {
  return [
    {
      key: 'start',
      phone: 'line',
      header: 'Start',
      width: '168px',
      cell: (row) => (
        <AppLink
          to="/entities/$entityId"
          params={{ entityId: row.id }}
          search={{ tab: 'sessions', session: row.session.id, range, from, to }}
        >
          <DateTimeText instant={row.session.data?.start ?? null} />
        </AppLink>
      ),
    },
    {
      key: 'entity',
      phone: 'name',
      header: 'Entity',
      width: '24%',
      cell: ({ id, name, type }) => <EntityLink id={id} name={name} type={type} />,
    },
    {
      key: 'duration',
      phone: 'line',
      header: 'Duration',
      width: '110px',
      numeric: true,
      cell: ({ session }) => formatDuration(sessionDurationMs(session)),
    },
    {
      key: 'energy',
      phone: 'end',
      header: 'Energy',
      width: '120px',
      numeric: true,
      cell: (row) => <Energy row={row} />,
    },
    {
      key: 'place',
      header: 'Place',
      cell: (row) => placeOf(row) ?? MISSING,
      isEmpty: (row) => placeOf(row) === null,
    },
    {
      key: 'flags',
      phone: 'line',
      header: 'Flagged',
      width: '20%',
      wraps: true,
      cell: (row) => (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          {flagsOf(row).join('; ')}
        </Box>
      ),
      isEmpty: (row) => flagsOf(row).length === 0,
    },
  ];
}

/** The sessions of all Entities, newest first, a page at a time. */
export function SessionRowsTable({ sessions, choice, page, onPage }: SessionRowsTableProps) {
  const { rows, total } = sessions;
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 1 }}>
        Sessions
      </Typography>
      <DataTable
        label="Sessions"
        columns={columnsFor(choice)}
        rows={rows}
        rowKey={({ id, session }) => `${id} ${session.id}`}
      />
      <Pager
        what="the sessions"
        page={page}
        size={SESSIONS_PER_PAGE}
        sizes={[SESSIONS_PER_PAGE]}
        total={total}
        onPage={onPage}
        onSize={() => {}}
      />
    </Box>
  );
}
