import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { ReportSessionRecord } from '../../../contract/console/report-result.ts';
import { formatDecimal, MISSING, shortId } from '../../../domain/format.ts';
import { shownAmount, shownEnergy, shownKw } from '../../../domain/reports/shown-sums.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { durationLabel, anomalyLabels, startLabel } from './session-labels.ts';

interface SessionsTableProps {
  run: ReportRun;
  sessions: readonly ReportSessionRecord[];
  /** Whether a filter is on, so that only part of a session's energy may belong to the group. */
  narrowed: boolean;
  onOpen: (session: ReportSessionRecord) => void;
}

/** Sessions of a run; selecting one opens its details. */
export function SessionsTable({ run, sessions, narrowed, onOpen }: SessionsTableProps) {
  const { zone } = run.definition;
  const open = (session: ReportSessionRecord) => (
    <ButtonBase
      onClick={() => onOpen(session)}
      aria-label={`Open the session of ${startLabel(session, zone)}`}
      sx={{ font: 'inherit', color: 'primary.main', minHeight: 24 }}
    >
      {startLabel(session, zone)}
    </ButtonBase>
  );
  const columns = columnsFor(run, narrowed, open);
  return (
    <DataTable
      label="Sessions"
      columns={columns}
      rows={sessions}
      rowKey={({ entityId, id }) => `${entityId} ${id}`}
      minWidth={1000}
    />
  );
}

/** An exact amount with its unit. */
export function amountLabel(decimal: string | null, unit: string | null): string {
  if (decimal === null) return MISSING;
  return unit === null ? formatDecimal(decimal) : `${formatDecimal(decimal)} ${unit}`;
}

function columnsFor(
  run: ReportRun,
  narrowed: boolean,
  open: (session: ReportSessionRecord) => ReactNode,
): Column<ReportSessionRecord>[] {
  const currency = run.tariff?.content.currency ?? null;
  const inPeriod = run.definition.boundary === 'split' || narrowed;
  const columns: (Column<ReportSessionRecord> | null)[] = [
    { key: 'start', header: 'Start', width: '222px', cell: open, phone: 'name' },
    {
      key: 'entity',
      header: 'Entity',
      width: '16%',
      cell: ({ entityId, entityName }) => <EntityLink id={entityId} name={entityName} />,
      phone: 'line',
      phoneCell: ({ entityId, entityName }) => entityName ?? shortId(entityId),
    },
    {
      key: 'duration',
      header: 'Duration',
      width: '92px',
      numeric: true,
      cell: durationLabel,
    },
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
    inPeriod
      ? {
          key: 'in',
          header: narrowed ? 'Energy in this group' : 'Energy in the period',
          width: '112px',
          numeric: true,
          cell: ({ energyInGroup }) => shownEnergy(energyInGroup),
        }
      : null,
    currency === null
      ? null
      : {
          key: 'cost',
          header: `Cost, ${currency}`,
          width: '84px',
          numeric: true,
          cell: ({ cost }) => shownAmount(cost, 2),
        },
    {
      key: 'power',
      header: 'Average power, kW',
      width: '84px',
      numeric: true,
      cell: ({ averagePowerW }) => shownKw(averagePowerW),
    },
    {
      key: 'odd',
      header: 'Remarks',
      cell: (session) => anomalyLabels(session).join('; '),
      phone: 'line',
      phoneCell: (session) => anomalyLabels(session).join(' · '),
    },
  ];
  return columns.filter((column) => column !== null);
}
