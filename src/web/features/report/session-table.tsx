import ButtonBase from '@mui/material/ButtonBase';
import type { FigureSession } from '../../../contract/console/report-figures.ts';
import {
  formatDecimal,
  formatDuration,
  formatPlanned,
  MISSING,
  shortId,
} from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../../domain/reports/exception-labels.ts';
import { shownEnergy, shownKw, shownMoney } from '../../../domain/reports/shown-figures.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';

interface FigureSessionTableProps {
  /** Absent: "Sessions". */
  label?: string;
  sessions: readonly FigureSession[];
  /** Time zone of the report. */
  zone: string;
  /** Null: no tariff, so no cost. */
  currency: string | null;
  /** Header of the counted energy if it may differ from that of the session; absent: it does not. */
  counted?: string;
  /** Opens the details; absent: there are none. */
  onOpen?: (session: FigureSession) => void;
  busy?: boolean;
}

/** Sessions as they count in a report. */
export function FigureSessionTable(props: FigureSessionTableProps) {
  const { label = 'Sessions', sessions, busy = false } = props;
  return (
    <DataTable
      label={label}
      columns={columnsOf(props)}
      rows={sessions}
      rowKey={({ entityId, id }) => `${entityId} ${id}`}
      busy={busy}
    />
  );
}

/** The start of a session with its offset. @param zone of the report */
export const startLabel = (session: FigureSession, zone: string) =>
  formatPlanned(session.start, session.zone ?? zone);

/** Duration of a session. */
export function durationLabel({ start, end }: FigureSession): string {
  const [from, to] = [instantMs(start), instantMs(end)];
  return formatDuration(from === null || to === null ? null : to - from);
}

/** An exact amount with its unit. */
export function amountLabel(decimal: string | null, unit: string | null): string {
  if (decimal === null) return MISSING;
  return unit === null ? formatDecimal(decimal) : `${formatDecimal(decimal)} ${unit}`;
}

/** Why a session is in no total, what an operator decided, and its exceptions. */
export function remarksOf({ excluded, exceptions, decision }: FigureSession): string[] {
  return [
    ...(excluded === null || excluded === 'left-out'
      ? []
      : [`In no total: ${EXCLUSION_REASON_LABELS[excluded]}`]),
    ...(decision === null
      ? []
      : [`${decision.kind === 'accepted' ? 'Accepted' : 'Left out'}: ${decision.reason}`]),
    ...exceptions.map((kind) => EXCEPTION_LABELS[kind]),
  ];
}

function columnsOf(table: FigureSessionTableProps): Column<FigureSession>[] {
  const { zone, currency, counted, onOpen } = table;
  const start = (session: FigureSession) =>
    onOpen === undefined ? (
      startLabel(session, zone)
    ) : (
      <ButtonBase
        onClick={() => onOpen(session)}
        aria-label={`Open the session of ${startLabel(session, zone)}`}
        sx={{ font: 'inherit', color: 'primary.main', minHeight: 24 }}
      >
        {startLabel(session, zone)}
      </ButtonBase>
    );
  const columns: (Column<FigureSession> | null)[] = [
    { key: 'start', header: 'Start', width: '222px', cell: start, phone: 'name' },
    {
      key: 'entity',
      header: 'Entity',
      width: '16%',
      cell: ({ entityId, entityName }) => <EntityLink id={entityId} name={entityName} />,
      phone: 'line',
      phoneCell: ({ entityId, entityName }) => entityName ?? shortId(entityId),
    },
    { key: 'duration', header: 'Duration', width: '92px', numeric: true, cell: durationLabel },
    {
      key: 'energy',
      header: 'Energy',
      width: '120px',
      numeric: true,
      cell: ({ energy, unit }) =>
        energy === null ? MISSING : `${shownEnergy(energy)} ${unit ?? ''}`,
      phone: 'line',
      phoneCell: ({ energy, unit }) => amountLabel(energy, unit),
    },
    counted === undefined
      ? null
      : {
          key: 'counted',
          header: counted,
          width: '112px',
          numeric: true,
          cell: (session) => shownEnergy(session.counted),
        },
    currency === null
      ? null
      : {
          key: 'cost',
          header: `Cost, ${currency}`,
          width: '84px',
          numeric: true,
          cell: ({ cost }) => shownMoney(cost),
        },
    {
      key: 'power',
      header: 'Average power, kW',
      width: '84px',
      numeric: true,
      cell: ({ averagePowerW }) => shownKw(averagePowerW),
    },
    {
      key: 'remarks',
      header: 'Remarks',
      cell: (session) => remarksOf(session).join('; '),
      phone: 'line',
      phoneCell: (session) => remarksOf(session).join(' · '),
    },
  ];
  return columns.filter((column) => column !== null);
}
