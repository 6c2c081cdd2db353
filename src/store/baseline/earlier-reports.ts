import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import { EXCEPTIONS } from '../../contract/console/report-exceptions.ts';
import type { FigureSums } from '../../contract/console/report-figures.ts';
import type { TariffText } from '../../contract/console/tariff.ts';
import type { SealedManifest } from '../../contract/console/sealed-report.ts';
import { isoInstant } from '../../domain/instant.ts';
import { listText } from '../../domain/reports/definition.ts';
import { addDays, dateIn } from '../../domain/time.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { fromJson } from '../json.ts';
import { Definition, Manifest, Tariff } from './earlier-report-texts.ts';
import { sessionsOf } from './earlier-sessions.ts';

const compressed = promisify(gzip);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const TABLES = [
  'report_documents',
  'report_runs',
  'report_entities',
  'report_places',
  'report_units',
  'report_sessions',
  'report_slices',
  'report_time_cells',
  'report_entity_cells',
  'report_place_cells',
  'report_findings',
  'report_finding_counts',
];

/**
 * Takes over what reports kept when they were runs: saved definitions become names of addresses, tariffs have periods,
 * and a sealed run becomes a sealed report. Its manifest of then, whose hash is in the audit log, is in the new one.
 */
export async function earlierReports(db: Kysely<unknown>): Promise<void> {
  await takeDefinitions(db);
  await takeTariffs(db);
  await takeSealed(db);
  for (const table of TABLES) await sql.raw(`drop table ${table}`).execute(db);
  await sql`delete from counters where name = 'reports'`.execute(db);
}

/** The address of a definition. @param period as an address has it */
function addressOf(definition: Definition, period: string): FigureSearch {
  const { scope, zone, siteTime, boundary, grouping, tariff, thresholds } = definition;
  const named = {
    collectives: listText(scope.collectives),
    entities: listText(scope.entities),
    types: listText(scope.types),
    tags: listText(scope.tags),
  };
  return {
    ...Object.fromEntries(Object.entries(named).filter(([, text]) => text !== undefined)),
    period,
    zone,
    ...(siteTime ? { clock: 'site' } : {}),
    rule: boundary,
    by: grouping,
    ...(tariff === null ? {} : { tariff: `${tariff.id}_${tariff.version}` }),
    huge: thresholds.hugeEnergyKwh,
    battery: thresholds.implausibleBatteryKwh,
  };
}

/** A tariff with periods that hold until the next one; a gap between two is one without a price. */
function textOf({ name, currency, zone, validities }: Tariff): TariffText {
  const none = { perSession: null, perHour: null };
  const periods = new Map<string, TariffText['periods'][number]>();
  for (const { validFrom, validTo, rate } of validities) {
    periods.set(validFrom, { from: validFrom, energy: rate, ...none });
    const after = validTo === null ? null : addDays(validTo, 1);
    if (after !== null && !periods.has(after)) {
      periods.set(after, { from: after, energy: null, ...none });
    }
  }
  return { name, currency, zone, periods: [...periods.values()] };
}

interface DocumentRow {
  id: string;
  version: number;
  content: string;
  hidden: number;
  saved_at: number | string;
  operator_id: string;
  operator_name: string;
}

const documents = (db: Kysely<unknown>, kind: string) =>
  sql<DocumentRow>`select id, version, content, hidden, saved_at, operator_id, operator_name
    from report_documents where kind = ${kind} order by id, version`.execute(db);

async function takeDefinitions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await documents(db, 'definition');
  const newest = new Map(rows.map((row) => [row.id, row]));
  for (const row of newest.values()) {
    if (row.hidden !== 0) continue;
    const { name, definition } = fromJson(Definition.saved, row.content);
    const { period } = definition;
    const search = addressOf(
      definition,
      period.kind === 'preset' ? period.preset : `${period.from}_${period.to}`,
    );
    await sql`insert into report_definitions
      (id, name, search, saved_at, operator_id, operator_name)
      values (${row.id}, ${name}, ${JSON.stringify(search)}, ${row.saved_at},
        ${row.operator_id}, ${row.operator_name}) on conflict do nothing`.execute(db);
  }
}

async function takeTariffs(db: Kysely<unknown>): Promise<void> {
  for (const row of (await documents(db, 'tariff')).rows) {
    const content = canonicalJson(textOf(fromJson(Tariff, row.content)));
    await sql`insert into tariffs
      (id, version, content, hidden, saved_at, operator_id, operator_name)
      values (${row.id}, ${row.version}, ${content}, ${row.hidden}, ${row.saved_at},
        ${row.operator_id}, ${row.operator_name}) on conflict do nothing`.execute(db);
  }
}

interface RunRow {
  id: string;
  run_no: number;
  name: string | null;
  zone: string;
  manifest: string;
  manifest_hash: string;
  start_ms: number | string;
  end_ms: number | string;
  finished_at: number | string;
  sealed_at: number | string | null;
  sealed_by: string | null;
  operator_id: string;
  operator_name: string;
}

async function takeSealed(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<RunRow>`select id, run_no, name, zone, manifest, manifest_hash,
    start_ms, end_ms, finished_at, sealed_at, sealed_by, operator_id, operator_name
    from report_runs where manifest is not null and state in ('partial', 'complete')
    order by run_no`.execute(db);
  for (const run of rows) {
    const lines = createHash('sha256');
    let [parts, count] = [0, 0];
    for await (const sessions of sessionsOf(db, run.run_no)) {
      const text = sessions.map((one) => `${JSON.stringify(one)}\n`).join('');
      lines.update(text);
      count += sessions.length;
      await sql`insert into sealed_report_parts (parts_id, part_no, stored_at, content)
        values (${run.id}, ${parts}, ${run.finished_at}, ${await compressed(text)})`.execute(db);
      parts += 1;
    }
    const names = await namesOf(db, run.run_no);
    const manifest = manifestOf(run, names, { count, sha256: lines.digest('hex') });
    const text = canonicalJson(manifest);
    const counted = manifest.totals.reduce((sum, { sessions }) => sum + sessions, 0);
    await sql`insert into sealed_reports (id, name, search, manifest, hash, totals, sessions,
      parts_id, parts, sealed_at, operator_id, operator_name)
      values (${run.id}, ${run.name}, ${JSON.stringify(manifest.search)}, ${text}, ${sha256(text)},
        ${JSON.stringify(manifest.totals)}, ${counted}, ${run.id}, ${parts},
        ${run.sealed_at ?? run.finished_at}, ${run.operator_id}, ${manifest.sealedBy})`.execute(db);
  }
}

async function namesOf(db: Kysely<unknown>, runNo: number): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ entity_id: string; name: string | null }>`
    select entity_id, name from report_entities where run_no = ${runNo}`.execute(db);
  return new Map(rows.map(({ entity_id: id, name }) => [id, name]));
}

/** The manifest of a sealed run in the form of today, with the one of then in it. */
function manifestOf(
  run: RunRow,
  names: ReadonlyMap<string, string | null>,
  sessions: SealedManifest['sessions'],
): SealedManifest {
  const told = fromJson(Manifest, run.manifest);
  const [from, to] = [
    dateIn(run.zone, Number(run.start_ms)),
    dateIn(run.zone, Number(run.end_ms) - 1),
  ];
  const reads = told.entities.flatMap(({ readAt }) => readAt ?? []).toSorted();
  const failed = told.entities.filter(({ state }) => state === 'failed').length;
  return {
    format: 'gridhelm-report-2',
    id: run.id,
    name: run.name,
    search: addressOf(told.definition, `${from}_${to}`),
    sealedAt: isoInstant(Number(run.sealed_at ?? run.finished_at)),
    sealedBy: run.sealed_by ?? run.operator_name,
    from,
    to,
    tariffs: told.tariff === null ? [] : [{ ...told.tariff, content: textOf(told.tariff.content) }],
    basis: {
      entities: told.entities.length,
      unread: told.entities.length - reads.length,
      failed,
      offboarded: 0,
      erased: 0,
      uncaptured: 0,
      archived: 0,
      knownLate: null,
      oldestReadAt: reads[0] ?? null,
      provisionalFrom: told.provisionalFrom,
    },
    entities: told.entities.map(({ id, sessions: own, readAt = null, knownFrom = null }) => ({
      id,
      name: names.get(id) ?? null,
      sessions: own,
      readAt,
      knownFrom,
    })),
    totals: told.totals.map(({ peakPowerW, ...sums }): FigureSums => ({
      ...sums,
      fees: '0',
      highestAverageW: peakPowerW,
      doubtful: told.doubtful.find(({ unit }) => unit === sums.unit)?.sessions ?? 0,
    })),
    groups: [],
    units: told.units,
    exceptions: told.findings.flatMap(({ kind: name, count }) => {
      const kind = EXCEPTIONS.find((each) => each === name);
      return kind === undefined || count === 0
        ? []
        : [{ kind, sessions: count, open: count, entities: 0 }];
    }),
    exclusions: told.exclusions
      .filter(({ count }) => count > 0)
      .map(({ reason, count }) => ({ reason, sessions: count })),
    decisions: [],
    checks: told.checks,
    sessions,
    earlier: { hash: run.manifest_hash, manifest: run.manifest },
  };
}
