import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import {
  ENERGY_DECIMALS,
  exactEnergy,
  formatClock,
  formatDateTime,
  formatDuration,
  formatEnergy,
  formatExact,
  MISSING,
  formatIso,
} from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { countDates } from '../../../domain/plain-dates.ts';
import { EXCEPTION_LABELS } from '../../../domain/reports/exception-labels.ts';
import type { Finding } from '../../../domain/session-findings.ts';
import {
  sessionDurationMs,
  sessionEnergy,
  sessionSpan,
  REGISTERS,
} from '../../../domain/session-maths.ts';
import { dateIn } from '../../../domain/time.ts';
import { csvOfRecords } from '../../../lib/write-csv.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import {
  commonUnit,
  decimalsOf,
  hasPart,
  placeOf,
  rangeGained,
  startToEnd,
  usedRegisters,
  valueText,
  type Measured,
  matchText,
} from './session-facts.ts';

/** Anomalies of each session of a period, by id. */
type Exceptions = ReadonlyMap<string, readonly Finding[]>;

/** What the rows of sessions are marked and written by. */
export interface SessionFlagging {
  exceptions: Exceptions;
  /** Sessions after this may still be missing, in milliseconds since the epoch. */
  provisionalFrom: number;
  /** IANA zone of the times. */
  zone: string;
}

/** Labels of a session's anomalies, and of a day that may still change. */
function flagLabels(session: ChargeSession, flags: SessionFlagging): string[] {
  const labels: string[] = (flags.exceptions.get(session.id) ?? []).map(({ kind, detail }) =>
    [EXCEPTION_LABELS[kind], kind === 'unknown-unit' ? detail : null].filter(Boolean).join(': '),
  );
  const { startMs } = sessionSpan(session);
  if (startMs !== null && startMs >= flags.provisionalFrom) labels.push('Provisional');
  return labels;
}

/** The same, highlighted. */
export function SessionFlags({ session, ...flags }: SessionFlagging & { session: ChargeSession }) {
  const labels = flagLabels(session, flags);
  if (labels.length === 0) return null;
  return (
    <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)', fontWeight: 600 }}>
      {labels.join('; ')}
    </Box>
  );
}

/** "18:05", or "02:10 +1 d" if it ends on another day than it starts. */
function endText(data: ChargeSession['data'], zone: string): string {
  const { start = null, end = null } = data ?? {};
  const [from, to] = [instantMs(start), instantMs(end)];
  if (from === null || to === null || to < from) return formatDateTime(end, zone);
  const days = countDates(dateIn(zone, from), dateIn(zone, to)) - 1;
  if (days > 9) return formatDateTime(end, zone);
  const time = formatClock(end, zone).slice(0, 'hh:mm'.length);
  return days === 0 ? time : `${time} +${days} d`;
}

function energyCell(value: number | null, unit: string | null, common: string | null) {
  const text = valueText(value, unit, common, ENERGY_DECIMALS);
  return (
    <Tooltip title={exactEnergy(value, unit)}>
      <span>{text}</span>
    </Tooltip>
  );
}

/**
 * The columns of the table of sessions; a unit shared by all sessions is in the header. There is a range column
 * only if any session has a range.
 * @param sessions all of the period, not only those of the page
 */
export function sessionColumns(
  sessions: readonly ChargeSession[],
  flags: SessionFlagging,
  onOpen: (id: string) => void,
): readonly Column<ChargeSession>[] {
  const { zone } = flags;
  const unit: Record<Measured, string | null> = {
    energy: commonUnit(sessions, 'energy'),
    power: commonUnit(sessions, 'power'),
    charge: commonUnit(sessions, 'charge'),
    range: commonUnit(sessions, 'range'),
  };
  const header = (name: string, part: Measured): string =>
    unit[part] === null ? name : `${name}, ${unit[part]}`;
  const powerDecimals = decimalsOf(
    sessions.map((session) => session.data?.charge?.averagePower?.value ?? null),
  );
  const columns: Column<ChargeSession>[] = [
    column('start', `Start (${zone})`, { width: '154px', phone: 'name' }, ({ id, data }) => (
      <Tooltip title={`Details of this session, ${formatExact(data?.start ?? null, zone)}`}>
        <Link component="button" onClick={() => onOpen(id)}>
          {formatDateTime(data?.start ?? null, zone)}
        </Link>
      </Tooltip>
    )),
    column('end', 'End', { width: '88px' }, ({ data }) => (
      <Tooltip title={formatExact(data?.end ?? null, zone)}>
        <time dateTime={data?.end ?? undefined}>{endText(data, zone)}</time>
      </Tooltip>
    )),
    column('duration', 'Duration', { width: '92px', numeric: true, phone: 'line' }, (row) =>
      formatDuration(sessionDurationMs(row)),
    ),
    {
      key: 'energy',
      header: header('Energy', 'energy'),
      width: unit.energy === null ? '170px' : '84px',
      numeric: true,
      phone: 'end',
      cell: (row) => {
        const total = row.data?.charge?.total ?? null;
        return energyCell(sessionEnergy(total), total?.unit ?? null, unit.energy);
      },
      phoneCell: ({ data }) => (
        <Box component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
          {formatEnergy(
            sessionEnergy(data?.charge?.total ?? null),
            data?.charge?.total?.unit ?? null,
          )}
        </Box>
      ),
    },
    column('place', 'Place', { phone: 'line' }, (row) => placeOf(row) ?? MISSING),
    ...usedRegisters(sessions).map((name): Column<ChargeSession> =>
      column(
        name,
        header(name, 'energy'),
        { width: unit.energy === null ? '110px' : '66px', numeric: true },
        (row) => {
          const total = row.data?.charge?.total ?? null;
          return energyCell(total?.[name] ?? null, total?.unit ?? null, unit.energy);
        },
      ),
    ),
    column('power', header('Average power', 'power'), { width: '82px', numeric: true }, (row) => {
      const power = row.data?.charge?.averagePower ?? null;
      return valueText(power?.value ?? null, power?.unit ?? null, unit.power, powerDecimals);
    }),
    {
      key: 'charge',
      header: header('State of charge', 'charge'),
      width: '92px',
      numeric: true,
      phone: 'line',
      cell: ({ data }) =>
        startToEnd(data?.charge?.start ?? null, data?.charge?.end ?? null, unit.charge),
      phoneCell: ({ data }) =>
        startToEnd(data?.charge?.start ?? null, data?.charge?.end ?? null, null),
    },
    column('range', header('Range gained', 'range'), { width: '72px', numeric: true }, (row) => {
      const gained = rangeGained(row);
      return valueText(gained?.value ?? null, gained?.unit ?? null, unit.range, 0);
    }),
    {
      key: 'flags',
      header: 'Flags',
      width: '96px',
      phone: 'more',
      isEmpty: (row) => flagLabels(row, flags).length === 0,
      cell: (row) => <SessionFlags session={row} {...flags} />,
    },
  ];
  return columns.filter(({ key }) => key !== 'range' || hasPart(sessions, 'range'));
}

type Cell = string | number | null;

/** The columns of the table as columns of a file: units have their own columns, times their offset. */
function cellsOf(session: ChargeSession, flags: SessionFlagging): Record<string, Cell> {
  const { zone } = flags;
  const { data } = session;
  const charge = data?.charge ?? null;
  const total = charge?.total ?? null;
  const durationMs = sessionDurationMs(session);
  const gained = rangeGained(session);
  const registers = Object.fromEntries(REGISTERS.map((name) => [name, total?.[name] ?? null]));
  return {
    Start: formatIso(data?.start ?? null, zone),
    End: formatIso(data?.end ?? null, zone),
    'Duration in s': durationMs === null ? null : Math.round(durationMs / 1000),
    Energy: sessionEnergy(total),
    ...registers,
    'Energy unit': total?.unit ?? null,
    'Average power': charge?.averagePower?.value ?? null,
    'Average power unit': charge?.averagePower?.unit ?? null,
    'Charge at start': charge?.start?.value ?? null,
    'Charge at start unit': charge?.start?.unit ?? null,
    'Charge at end': charge?.end?.value ?? null,
    'Charge at end unit': charge?.end?.unit ?? null,
    'Range gained': gained?.value ?? null,
    'Range gained unit': gained?.unit ?? null,
    Place: placeOf(session),
    'Matched Location': matchText(session),
    Flags: flagLabels(session, flags).join('; '),
    'Session id': session.id,
  };
}

/** The listed sessions as CSV, in the order of the table. */
export function sessionsCsv(sessions: readonly ChargeSession[], flags: SessionFlagging): string {
  return csvOfRecords(sessions.map((session) => cellsOf(session, flags)));
}
