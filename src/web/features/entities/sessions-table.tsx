import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatQuantity,
  MISSING,
} from '../../../domain/format.ts';
import { energyByUnit, sessionDurationMs, sessionEnergy } from '../../../domain/session-maths.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Pager } from '../../components/pager.tsx';
import { PAGE_SIZES, type EntitySearch } from './entity-search.ts';
import { SessionFlags, sessionColumns } from './session-columns.tsx';
import { commonUnit, placeOf, startToEnd } from './session-facts.ts';

interface SessionsTableProps {
  sessions: readonly ChargeSession[];
  zone: string;
  provisionalFrom: number;
  complete: boolean;
  /** From 1. */
  page: number;
  size: number;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The sessions of a period, newest first, with totals of the whole period at the foot. */
export function SessionsTable(props: SessionsTableProps) {
  const { sessions, zone, provisionalFrom, complete, size, onSearch } = props;
  const columns = useMemo(
    () => sessionColumns(sessions, zone, provisionalFrom),
    [sessions, zone, provisionalFrom],
  );
  const totals = useMemo(() => energyByUnit(sessions), [sessions]);
  const common = useMemo(() => commonUnit(sessions, 'energy'), [sessions]);
  const pages = Math.max(1, Math.ceil(sessions.length / size));
  const page = Math.min(props.page, pages);
  const rows = sessions.slice((page - 1) * size, page * size);
  const energy =
    totals.length === 0
      ? MISSING
      : totals.map(({ unit, value }) => formatQuantity(value, unit, 3)).join(' + ');
  const shortEnergy = common === null ? energy : formatNumber(totals[0]?.value ?? null, 3);
  const what = `${complete ? 'All' : 'So far'} ${formatCount(sessions.length, 'session', 'sessions')}`;
  return (
    <div>
      <DataTable
        label="Charge sessions"
        columns={columns}
        rows={rows}
        rowKey={(session) => session.id}
        minWidth={1000}
        footer={{ start: what, energy: shortEnergy }}
        narrowFooter={
          <Box sx={{ py: 1, fontWeight: 650 }}>
            {what}: {energy}
          </Box>
        }
        renderNarrow={(session) => {
          const total = session.data?.charge?.total ?? null;
          return {
            first: formatDateTime(session.data?.start ?? null, zone),
            second: (
              <>
                {narrowWords(session)}{' '}
                <SessionFlags session={session} provisionalFrom={provisionalFrom} />
              </>
            ),
            end: (
              <Box component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                {formatQuantity(sessionEnergy(total), total?.unit ?? null, 3)}
              </Box>
            ),
          };
        }}
      />
      <Pager
        what="sessions"
        page={page}
        size={size}
        sizes={PAGE_SIZES}
        total={sessions.length}
        onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
        onSize={(next) => {
          const known = PAGE_SIZES.find((each) => each === next);
          onSearch({ size: known === 25 ? undefined : known, page: undefined });
        }}
      />
    </div>
  );
}

/** The second line of a row on a phone: how long, from which to which charge, and where. */
function narrowWords(session: ChargeSession): string {
  const charge = session.data?.charge ?? null;
  const parts = [
    formatDuration(sessionDurationMs(session)),
    startToEnd(charge?.start ?? null, charge?.end ?? null, null),
    placeOf(session),
  ];
  return parts.filter((part) => part !== null && part !== MISSING).join(' · ');
}
