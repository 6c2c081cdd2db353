import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type {
  CollectiveSession,
  CollectiveSessions,
  EntityEnergy,
} from '../../../contract/console/fleet-entity.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import {
  exactEnergy,
  formatCount,
  formatDuration,
  formatEnergy,
  formatNumber,
  MISSING,
  shortId,
} from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import { EXCEPTION_LABELS } from '../../../domain/reports/exception-labels.ts';
import { findingsOfEntity } from '../../../domain/session-findings.ts';
import { sessionDurationMs, sessionEnergy } from '../../../domain/session-maths.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { AppLink } from '../../components/app-link.tsx';
import { wholeStack } from '../../components/charts/time-bar.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EnergyTiles } from '../../components/energy-tile.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { Pager } from '../../components/pager.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { barsOf } from './energy-buckets.ts';
import { SESSIONS_PER_PAGE } from './sessions-queries.ts';

const GRAINS = ['day', 'week', 'month'] as const;

/** Totals of the sessions of a period, without Entities that were not read. */
export function SessionFigures({ sessions }: { sessions: CollectiveSessions }) {
  const { entities, never, without, total, units, flagged } = sessions;
  return (
    <StatTiles>
      <StatTile
        label="Entities read"
        value={`${formatNumber(entities - never.total)} of ${formatNumber(entities)}`}
        note={without > 0 ? `${formatNumber(without)} without a session` : undefined}
      />
      <StatTile label="Sessions" value={formatNumber(total)} />
      <EnergyTiles units={units} total={total} />
      <StatTile
        label="Flagged sessions"
        value={formatNumber(flagged)}
        note={
          flagged === 0 ? 'no anomalies' : 'without energy or a valid end, counted in the totals'
        }
      />
    </StatTiles>
  );
}

interface OverTimeProps {
  sessions: CollectiveSessions;
  zone: string;
  grain: Grain | undefined;
  onGrain: (grain: Grain) => void;
}

/** The energy by day, week or month. */
export function EnergyOverTime({ sessions, zone, grain, onGrain }: OverTimeProps) {
  const { days, units, provisionalFrom } = sessions;
  const energy = useMemo(() => barsOf(days, grain), [days, grain]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChoiceChips
        label="Chart per"
        required
        choices={GRAINS.map((value) => ({ value, label: `Per ${value}` }))}
        value={energy.grain}
        onChange={(value) => {
          const next = GRAINS.find((known) => known === value);
          if (next !== undefined) onGrain(next);
        }}
      />
      <TimeBars
        {...energy}
        stacks={wholeStack()}
        unit={units[0]?.unit ?? null}
        provisionalFrom={provisionalFrom}
        otherUnits={units.slice(1).map((each) => each.unit ?? 'no unit')}
        notes={[`By the start of each session, days in ${zone}.`]}
      />
    </Box>
  );
}

interface EnergyRanksProps {
  sessions: CollectiveSessions;
  /** The period, passed on by the links. */
  choice: RangeChoice;
}

/** The Entities with the most and the least energy; those without a session are in neither. */
export function EnergyRanks({ sessions: { most, least, units }, choice }: EnergyRanksProps) {
  const columns = rankColumns(units[0]?.unit ?? null, choice);
  const ranks = [
    { label: least.length === 0 ? 'Energy by Entity' : 'Most energy', rows: most },
    { label: 'Least energy', rows: least },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
      }}
    >
      {ranks.map(({ label, rows }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {label}
          </Typography>
          <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </Box>
      ))}
    </Box>
  );
}

function rankColumns(unit: string | null, choice: RangeChoice): readonly Column<EntityEnergy>[] {
  return [
    column('name', 'Entity', { phone: 'name' }, ({ id, name }) => (
      <AppLink
        to="/entities/$entityId"
        params={{ entityId: id }}
        search={{ tab: 'sessions', ...choice }}
      >
        {name ?? shortId(id)}
      </AppLink>
    )),
    {
      key: 'sessions',
      header: 'Sessions',
      width: '90px',
      numeric: true,
      phone: 'line',
      cell: ({ sessions }) => formatNumber(sessions),
      phoneCell: ({ sessions }) => formatCount(sessions, 'session', 'sessions'),
    },
    {
      key: 'energy',
      header: unit === null ? 'Energy' : `Energy, ${unit}`,
      width: '130px',
      numeric: true,
      phone: 'end',
      cell: ({ energy }) => (
        <Tooltip title={exactEnergy(energy, unit)}>
          <span>{formatEnergy(energy, null)}</span>
        </Tooltip>
      ),
      phoneCell: ({ energy }) => formatEnergy(energy, unit),
    },
  ];
}

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
  [...findingsOfEntity([session], { type, capacityKwh: null, nowMs: Date.now() }).values()]
    .flat()
    .map(({ kind }) => EXCEPTION_LABELS[kind]);

function columnsFor({ range, from, to }: RangeChoice): readonly Column<CollectiveSession>[] {
  return [
    column('start', 'Start', { phone: 'line', width: '168px' }, (row) => (
      <AppLink
        to="/entities/$entityId"
        params={{ entityId: row.id }}
        search={{ tab: 'sessions', session: row.session.id, range, from, to }}
      >
        <DateTimeText instant={row.session.data?.start ?? null} />
      </AppLink>
    )),
    column('entity', 'Entity', { phone: 'name', width: '24%' }, ({ id, name, type }) => (
      <EntityLink id={id} name={name} type={type} />
    )),
    column(
      'duration',
      'Duration',
      { phone: 'line', width: '110px', numeric: true },
      ({ session }) => formatDuration(sessionDurationMs(session)),
    ),
    column('energy', 'Energy', { phone: 'end', width: '120px', numeric: true }, (row) => (
      <Energy row={row} />
    )),
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
        total={total}
        onPage={onPage}
      />
    </Box>
  );
}
