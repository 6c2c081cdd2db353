import { sql, type Kysely } from 'kysely';

/** Columns by type; the names of nullable ones end with `?`. */
interface Columns {
  text?: string;
  integer?: string;
  bigint?: string;
}

const SUMS =
  'sessions energy t1 t2 t3 t4 rest cost unpriced duration_ms soc_gain soc_sessions range_gain range_sessions';
const ENERGIES = 'energy? t1? t2? t3? t4? cost? unpriced';

async function createTable(db: Kysely<unknown>, name: string, key: string, columns: Columns) {
  const listed = Object.entries(columns).flatMap(([type, names]: [string, string]) =>
    names
      .split(' ')
      .map((column) =>
        column.endsWith('?') ? `${column.slice(0, -1)} ${type}` : `${column} ${type} not null`,
      ),
  );
  const keyColumns = key.split(' ').join(', ');
  await sql
    .raw(
      `create table ${name} (${listed.join(', ')}, constraint ${name}_key primary key (${keyColumns}))`,
    )
    .execute(db);
}

async function createIndex(db: Kysely<unknown>, table: string, columns: string[], unique = false) {
  const index = db.schema
    .createIndex(
      `${table}_by_${columns.filter((name, at) => at > 0 || name !== 'run_no' || columns.length === 1).join('_')}`,
    )
    .on(table)
    .columns(columns);
  await (unique ? index.unique() : index).execute();
}

/** Makes the tables of the reports, which `report-schema.ts` describes. */
export async function reports(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'report_documents', 'kind id version', {
    text: 'kind id content operator_id operator_name',
    integer: 'version hidden',
    bigint: 'saved_at',
  });
  await createTable(db, 'report_runs', 'id', {
    text: 'id state operator_id operator_name definition_id? definition tariff? zone boundary name? relation_kind? relation_run? progress? manifest? manifest_hash?',
    integer: 'run_no definition_version? requests resumed_requests',
    bigint: 'start_ms end_ms read_from read_to created_at resumed_at finished_at? version',
  });
  await createIndex(db, 'report_runs', ['run_no'], true);
  await createIndex(db, 'report_runs', ['version']);
  await createIndex(db, 'report_runs', ['relation_run', 'relation_kind']);
  await createTable(db, 'report_entities', 'run_no entity_no', {
    text: 'entity_id name? type? collectives state token? error? hash?',
    integer: 'run_no entity_no pages sessions duplicates restarts capture?',
    bigint: 'changed_at',
  });
  await createIndex(db, 'report_entities', ['run_no', 'entity_id'], true);
  await createIndex(db, 'report_entities', ['run_no', 'state', 'entity_no']);
  await createTable(db, 'report_places', 'run_no place_no', {
    text: 'key location_id? label? address? zone?',
    integer: 'run_no place_no',
    bigint: 'accuracy_min? accuracy_max?',
  });
  await createIndex(db, 'report_places', ['run_no', 'key'], true);
  await createTable(db, 'report_units', 'unit_no', { text: 'unit', integer: 'unit_no' });
  await createTable(db, 'report_sessions', 'run_no entity_no session_no', {
    integer: 'run_no entity_no session_no unit_no place_no',
    bigint: `start_ms? end_ms? power? soc_start? soc_end? range_gain? ${ENERGIES}`,
    text: 'session_id excluded? hash',
  });
  await createIndex(db, 'report_sessions', ['run_no', 'entity_no', 'session_id'], true);
  await createTable(db, 'report_slices', 'run_no entity_no session_no hour_at', {
    integer: 'run_no entity_no session_no hour_at day hour month unit_no place_no counts',
    bigint: `duration_ms ${ENERGIES}`,
  });
  // Sessions of a day or an hour are found in the index alone.
  await createIndex(db, 'report_slices', ['run_no', 'day', 'hour', 'entity_no', 'session_no']);
  await createTable(db, 'report_time_cells', 'run_no unit_no hour_at day hour', {
    integer: 'run_no unit_no hour_at day hour month',
    bigint: SUMS,
  });
  await createTable(db, 'report_entity_cells', 'run_no unit_no entity_no day', {
    integer: 'run_no unit_no entity_no day month',
    bigint: `${SUMS} power_max?`,
  });
  await createTable(db, 'report_place_cells', 'run_no unit_no place_no day', {
    integer: 'run_no unit_no place_no day month',
    bigint: `${SUMS} power_max?`,
  });
  await createTable(db, 'report_findings', 'run_no kind entity_no session_no', {
    text: 'kind detail?',
    integer: 'run_no entity_no session_no',
  });
  await createIndex(db, 'report_findings', ['run_no', 'entity_no', 'session_no', 'kind']);
  await createTable(db, 'report_finding_counts', 'run_no kind entity_no', {
    text: 'kind',
    integer: 'run_no entity_no count',
  });
}
