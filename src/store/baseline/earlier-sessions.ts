import { sql, type Kysely } from 'kysely';
import { EXCEPTIONS } from '../../contract/console/report-exceptions.ts';
import type { FigureSession } from '../../contract/console/report-figures.ts';
import { isoInstant } from '../../domain/instant.ts';
import { microsToText } from '../../domain/reports/exact.ts';

/** Sessions of a part of a sealed report. */
const PART = 5000;

type Micros = number | string | null;
const AMOUNTS = 'energy t1 t2 t3 t4 cost soc_start soc_end range_gain power unpriced counted';

/** A session of a run; amounts are millionths, power is milliwatts. */
interface SessionRow {
  entity_no: number;
  session_no: number;
  entity_id: string;
  entity_name: string | null;
  session_id: string;
  start_ms: number | string | null;
  end_ms: number | string | null;
  unit: string;
  location_id: string | null;
  label: string | null;
  address: string | null;
  zone: string | null;
  excluded: FigureSession['excluded'];
  findings: string | null;
  energy: Micros;
  t1: Micros;
  t2: Micros;
  t3: Micros;
  t4: Micros;
  cost: Micros;
  soc_start: Micros;
  soc_end: Micros;
  range_gain: Micros;
  power: Micros;
  unpriced: Micros;
  counted: Micros;
}

const amount = (micros: Micros) => (micros === null ? null : microsToText(BigInt(micros)));
const instant = (ms: number | string | null) => (ms === null ? null : isoInstant(Number(ms)));

/** The sessions of a run as sealed reports keep them, a part at a time. */
export async function* sessionsOf(
  db: Kysely<unknown>,
  runNo: number,
): AsyncGenerator<FigureSession[]> {
  const amounts = AMOUNTS.split(' ').map((name) => `cast(${name} as text) as ${name}`);
  for (let after = [-1, -1]; ;) {
    const { rows } = await sql<SessionRow>`select entity_no, session_no, entity_id, entity_name,
      session_id, start_ms, end_ms, unit, location_id, label, address, zone, excluded, findings,
      ${sql.raw(amounts.join(', '))}
      from (select x.*, e.entity_id, e.name as entity_name, u.unit, p.location_id, p.label,
          p.address, p.zone,
          (select sum(s.energy) from report_slices s where s.run_no = x.run_no
            and s.entity_no = x.entity_no and s.session_no = x.session_no) as counted,
          (select string_agg(f.kind, ' ') from report_findings f where f.run_no = x.run_no
            and f.entity_no = x.entity_no and f.session_no = x.session_no) as findings
        from report_sessions x
        join report_entities e on e.run_no = x.run_no and e.entity_no = x.entity_no
        join report_places p on p.run_no = x.run_no and p.place_no = x.place_no
        join report_units u on u.unit_no = x.unit_no
        where x.run_no = ${runNo} and (x.entity_no, x.session_no) > (${after[0]}, ${after[1]})
        order by x.entity_no, x.session_no limit ${PART}) as part
      order by entity_no, session_no`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(sessionOf);
    after = [last.entity_no, last.session_no];
  }
}

function sessionOf(row: SessionRow): FigureSession {
  const found = new Set(row.findings?.split(' '));
  return {
    entityId: row.entity_id,
    entityName: row.entity_name,
    id: row.session_id,
    start: instant(row.start_ms),
    end: instant(row.end_ms),
    zone: row.zone,
    unit: row.unit === '' ? null : row.unit,
    energy: amount(row.energy),
    counted: amount(row.counted),
    registers: { t1: amount(row.t1), t2: amount(row.t2), t3: amount(row.t3), t4: amount(row.t4) },
    cost: amount(row.cost),
    fees: null,
    unpriced: amount(row.unpriced) ?? '0',
    averagePowerW: row.power === null ? null : microsToText(BigInt(row.power) * 1000n),
    socStart: amount(row.soc_start),
    socEnd: amount(row.soc_end),
    rangeGainKm: amount(row.range_gain),
    locationId: row.location_id,
    locationLabel: row.label,
    address: row.address,
    excluded: row.excluded,
    exceptions: EXCEPTIONS.filter((kind) => found.has(kind)),
    pairedWith: null,
    decision: null,
  };
}
