import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatCount, formatDuration, formatEnergy, MISSING } from '../../../domain/format.ts';
import {
  energyByUnit,
  exactSum,
  sessionDurationMs,
  tooLarge,
} from '../../../domain/session-maths.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { EntitySearch } from './entity-search.ts';
import { sessionColumns, type SessionFlagging } from './session-columns.tsx';
import { commonUnit, usedRegisters } from './session-facts.ts';

interface SessionsTableProps extends SessionFlagging {
  sessions: readonly ChargeSession[];
  /** Which sessions of the period: "All", "So far", "Flagged". */
  label: string;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The sessions of a period, newest first, with totals in the footer. */
export function SessionsTable(props: SessionsTableProps) {
  const { sessions, zone, exceptions, provisionalFrom, onSearch } = props;
  const columns = useMemo(
    () =>
      sessionColumns(sessions, { exceptions, provisionalFrom, zone }, (session) =>
        onSearch({ session }),
      ),
    [sessions, zone, exceptions, provisionalFrom, onSearch],
  );
  const totals = useMemo(() => totalsOf(sessions), [sessions]);
  const what = `${props.label} ${formatCount(sessions.length, 'session', 'sessions')}`;
  return (
    <DataTable
      label="Charge sessions"
      columns={columns}
      rows={sessions}
      rowKey={(session) => session.id}
      mayBeWide
      footer={{ start: what, ...totals.cells }}
      narrowFooter={
        <Box sx={{ py: 1, fontWeight: 600 }}>
          {what}: {totals.energy}
        </Box>
      }
    />
  );
}

/** Totals in the table's footer; registers are added only if all sessions share a unit. */
function totalsOf(sessions: readonly ChargeSession[]): {
  energy: string;
  cells: Record<string, string>;
} {
  const totals = energyByUnit(sessions);
  const common = commonUnit(sessions, 'energy');
  const energy =
    totals.length === 0
      ? MISSING
      : totals.map(({ unit, value }) => formatEnergy(value, unit)).join(' + ');
  const durations = sessions.flatMap((session) => {
    const duration = sessionDurationMs(session);
    return duration === null || duration < 0 ? [] : [duration];
  });
  const cells: Record<string, string> = {
    duration: formatDuration(durations.reduce((sum, each) => sum + each, 0)),
    energy: common === null ? energy : formatEnergy(totals[0]?.value ?? null, null),
  };
  for (const name of common === null ? [] : usedRegisters(sessions)) {
    const values = sessions.flatMap((session) => session.data?.charge?.total?.[name] ?? []);
    const added = values.filter((value) => !tooLarge(value));
    cells[name] = formatEnergy(exactSum(added), null);
  }
  return { energy, cells };
}
