import Box from '@mui/material/Box';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatDateTime, formatDuration, formatExact, MISSING } from '../../../domain/format.ts';
import {
  EXCEPTION_LABELS,
  sessionDurationMs,
  sessionEnergy,
  sessionExceptions,
  sessionSpan,
} from '../../../domain/session-maths.ts';
import type { Column } from '../../components/data-table.tsx';
import {
  commonUnit,
  decimalsOf,
  hasPart,
  placeOf,
  rangeGained,
  startToEnd,
  valueText,
  type Measured,
} from './session-facts.ts';

/** What is odd about a session, and whether its day may still change. */
export function SessionFlags(props: { session: ChargeSession; provisionalFrom: number }) {
  const words: string[] = sessionExceptions(props.session).map((each) => EXCEPTION_LABELS[each]);
  const { startMs } = sessionSpan(props.session);
  if (startMs !== null && startMs >= props.provisionalFrom) words.push('Provisional');
  if (words.length === 0) return null;
  return (
    <Box
      component="span"
      title={words.join('; ')}
      sx={{ color: 'var(--mui-palette-status-amber)', fontWeight: 600 }}
    >
      {words.join('; ')}
    </Box>
  );
}

function TimeCell({ instant, zone }: { instant: string | null; zone: string }) {
  return (
    <time dateTime={instant ?? undefined} title={formatExact(instant, zone)}>
      {formatDateTime(instant, zone)}
    </time>
  );
}

/**
 * The columns of the table of sessions; a unit that all sessions share stands in the header. Range is
 * a column only where any session has one.
 * @param sessions all of the period, not only those of the page
 */
export function sessionColumns(
  sessions: readonly ChargeSession[],
  zone: string,
  provisionalFrom: number,
): readonly Column<ChargeSession>[] {
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
    {
      key: 'start',
      header: `Start (${zone})`,
      width: '158px',
      cell: (row) => <TimeCell instant={row.data?.start ?? null} zone={zone} />,
    },
    {
      key: 'end',
      header: 'End',
      width: '158px',
      cell: (row) => <TimeCell instant={row.data?.end ?? null} zone={zone} />,
    },
    {
      key: 'duration',
      header: 'Duration',
      width: '104px',
      numeric: true,
      cell: (row) => formatDuration(sessionDurationMs(row)),
    },
    {
      key: 'energy',
      header: header('Energy', 'energy'),
      width: unit.energy === null ? '170px' : '106px',
      numeric: true,
      cell: (row) => {
        const total = row.data?.charge?.total ?? null;
        return valueText(sessionEnergy(total), total?.unit ?? null, unit.energy, 3);
      },
    },
    {
      key: 'power',
      header: header('Average power', 'power'),
      width: '100px',
      numeric: true,
      cell: (row) => {
        const power = row.data?.charge?.averagePower ?? null;
        return valueText(power?.value ?? null, power?.unit ?? null, unit.power, powerDecimals);
      },
    },
    {
      key: 'charge',
      header: header('State of charge', 'charge'),
      width: '106px',
      numeric: true,
      cell: (row) =>
        startToEnd(row.data?.charge?.start ?? null, row.data?.charge?.end ?? null, unit.charge),
    },
    {
      key: 'range',
      header: header('Range gained', 'range'),
      width: '92px',
      numeric: true,
      cell: (row) => {
        const gained = rangeGained(row);
        return valueText(gained?.value ?? null, gained?.unit ?? null, unit.range, 0);
      },
    },
    { key: 'place', header: 'Place', cell: (row) => placeOf(row) ?? MISSING },
    {
      key: 'flags',
      header: 'Flags',
      width: '164px',
      cell: (row) => <SessionFlags session={row} provisionalFrom={provisionalFrom} />,
    },
  ];
  return columns.filter(({ key }) => key !== 'range' || hasPart(sessions, 'range'));
}
