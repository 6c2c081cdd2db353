import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatIso } from '../../../domain/format.ts';
import { csvOfRecords } from '../../../lib/write-csv.ts';
import { REGISTERS, sessionDurationMs, sessionEnergy } from '../../../domain/session-maths.ts';
import { flagLabels, type SessionFlagging } from './session-columns.tsx';
import { matchText, placeOf, rangeGained } from './session-facts.ts';

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
