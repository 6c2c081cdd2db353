import type { Kysely } from 'kysely';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import type { ReportBasis } from '../../contract/console/report-figures.ts';
import {
  bytesOf,
  computeReport,
  mostSlices,
  type ComputedReport,
  type Decision,
  type ReportEntity,
} from '../../domain/reports/compute-report.ts';
import type { FigurePeriod } from '../../domain/reports/definition.ts';
import { kwhPerUnit } from '../../domain/reports/energy-unit.ts';
import { pricesOf } from '../../domain/reports/tariff-prices.ts';
import { collectivesKey } from '../../domain/reports/groups.ts';
import { hasBattery } from '../../domain/capacity-types.ts';
import { DAY_MS, type Span } from '../../domain/instant.ts';
import { failure } from '../../http/problems.ts';
import { formatNumber } from '../../domain/format.ts';
import type { Store } from '../../store/schema/schema.ts';
import { countSessions, loadSessions, type SessionSet, type Watch } from './load-sessions.ts';
import { readEntityBasis, reportBasis, type EntityBasis } from './read-basis.ts';
import { countArchived, resolveScope } from './scope.ts';
import {
  readDecisions,
  readTariffs,
  resolveSearch,
  rulesOf,
  type ReportTariffs,
  type Resolved,
} from './resolve-report.ts';

/** The most memory that one report takes with its sessions. */
const BYTES_MOST = 320 * 1024 ** 2;
/** Other sessions and reports are kept beside the last one up to this size of all. */
const BYTES_KEPT = 192 * 1024 ** 2;
/** A session takes about this much, and each of its slices. */
const SESSION_BYTES = 130;
const SLICE_BYTES = 60;
const HOUR_MS = 3_600_000;

/** A report with what it was made of. */
export interface MadeReport extends Resolved {
  report: ComputedReport;
  tariffs: ReportTariffs;
  basis: ReportBasis;
  /** What was known of its Entities when their sessions were read, by id. */
  known: ReadonlyMap<string, EntityBasis>;
  /** Of the report itself, or of the one that it is compared with. */
  period: FigurePeriod;
}

/** Dependencies of the engine. */
export interface EngineParts {
  /** A connection for reading that nothing else uses. */
  db: Kysely<Store>;
  /** In which the Service gives battery capacities. */
  capacityUnit: string;
  /** Only tests keep less. */
  bytesMost?: number;
}

/** Computes reports from the fleet store, and keeps the last ones and their sessions in memory. */
export interface ReportEngine {
  /**
   * The report of an address. It is computed only if its definition, its sessions or decisions on them changed.
   * @param now milliseconds since the epoch
   * @param period another period than that of the address
   * @throws Failure for a definition that cannot be computed; the reason of the signal if it was stopped
   */
  report(
    search: FigureSearch,
    now: number,
    watch: Watch,
    period?: FigurePeriod,
  ): Promise<MadeReport>;
}

interface Kept {
  key: string;
  set: SessionSet;
  report: ComputedReport;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, at) => each === b[at]);

const FIELDS = ['id', 'name', 'type', 'collectives', 'capacityKwh', 'tariff'] as const;

const areSame = (known: readonly ReportEntity[], entities: readonly ReportEntity[]) =>
  known.length === entities.length &&
  known.every((one, at) => FIELDS.every((name) => one[name] === entities[at]?.[name]));

/** Creates an engine without any reports. */
export function createReportEngine(parts: EngineParts): ReportEngine {
  const { db, capacityUnit, bytesMost = BYTES_MOST } = parts;
  const bytesKept = Math.min(bytesMost, BYTES_KEPT);
  const scale = kwhPerUnit(capacityUnit);
  /** Capacities in another unit are not compared with. */
  const kwhPerCapacity = scale === null ? 0 : Number(scale.times) / Number(scale.by);
  /** Last used last. */
  let sets: SessionSet[] = [];
  let kept: Kept[] = [];

  /** Forgets what was used longest ago. @param least reports that stay in any case */
  const forget = (most: number, least: number) => {
    const size = () =>
      sets.reduce((sum, { columns }) => sum + columns.bytes, 0) +
      kept.reduce((sum, { report }) => sum + bytesOf(report), 0);
    while (kept.length > least && size() > most) kept.shift();
    while (sets.length > 1 && size() > most) {
      const [oldest] = sets;
      sets = sets.slice(1);
      kept = kept.filter(({ set }) => set !== oldest);
    }
  };

  const setOf = async (
    trx: Kysely<Store>,
    entityIds: readonly string[],
    stamps: readonly string[],
    period: Span,
    watch: Watch,
  ): Promise<SessionSet> => {
    const covers = (set: SessionSet) =>
      set.period.startMs <= period.startMs && set.period.endMs >= period.endMs;
    const same = sets.findLast(
      (set) => covers(set) && isSame(set.entityIds, entityIds) && isSame(set.stamps, stamps),
    );
    if (same !== undefined) {
      sets = [...sets.filter((set) => set !== same), same];
      return same;
    }
    // Whole days in any zone, so that another zone needs no other sessions.
    const wide = {
      startMs: Math.floor(period.startMs / DAY_MS - 1) * DAY_MS,
      endMs: Math.ceil(period.endMs / DAY_MS + 1) * DAY_MS,
    };
    const isOf = (set: SessionSet) =>
      set.period.startMs === wide.startMs && set.period.endMs === wide.endMs;
    const known = sets.findLast(isOf) ?? null;
    const counts = await countSessions(trx, entityIds, wide);
    const sessions = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const each = SESSION_BYTES + SLICE_BYTES;
    if (sessions * each > bytesMost) {
      const most = Math.floor(bytesMost / each);
      throw failure(
        409,
        'invalid_request',
        `This report has ${formatNumber(sessions)} sessions; one takes at most ${formatNumber(most)}. Choose a shorter period or fewer Entities.`,
      );
    }
    // Room for the new one first. What it is taken over from goes once it is there.
    kept = kept.filter((one) => one.set !== known);
    forget(bytesKept - sessions * each, 0);
    const wanted = { entityIds, stamps, period: wide };
    const set = await loadSessions(trx, wanted, counts, known, watch);
    sets = [...sets.filter((one) => one !== known), set];
    return set;
  };

  /** Computes a report, or takes the one that is known. */
  const computed = (
    { definition, period }: Resolved,
    entities: readonly ReportEntity[],
    set: SessionSet,
    { tariffs }: ReportTariffs,
    decisions: ReadonlyMap<string, Decision>,
    now: number,
  ): ComputedReport => {
    const { by: _, ...counted } = definition;
    // With the hour, as what is in the future changes.
    const key = JSON.stringify([counted, period, Math.floor(now / HOUR_MS), [...decisions]]);
    const found = kept.find(
      (one) => one.set === set && one.key === key && areSame(one.report.entities, entities),
    );
    if (found !== undefined) {
      kept = [...kept.filter((one) => one !== found), found];
      return found.report;
    }
    forget(bytesKept - mostSlices(set.columns, definition.rule) * SLICE_BYTES, 0);
    const report = computeReport({
      columns: set.columns,
      entities,
      rules: rulesOf({ definition, period }, period, now),
      tariffs: tariffs.map(({ content }) => pricesOf(content)),
      decisions,
    });
    kept = [...kept, { key, set, report }];
    forget(bytesKept, 1);
    return report;
  };

  /** One computation at a time; files are written beside them. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work, work);
    last = own;
    return own;
  };

  return {
    async report(search, now, watch, other) {
      const resolved = resolveSearch(search, now);
      const { definition } = resolved;
      const period = other ?? resolved.period;
      const read = async (trx: Kysely<Store>) => {
        const tariffs = await readTariffs(trx, definition);
        const scoped = await resolveScope(trx, definition.scope);
        const ids = scoped.map(({ id }) => id);
        const known = await readEntityBasis(trx, ids);
        watch.signal.throwIfAborted();
        const stamps = known.map(({ stamp }) => stamp);
        const set = await setOf(trx, ids, stamps, period, watch);
        const decisions = await readDecisions(trx);
        const isEmpty = (at: number) => set.firstRow[at] === set.firstRow[at + 1];
        const uncaptured = known.filter((one, at) => one.isUncaptured && isEmpty(at)).length;
        const archived = await countArchived(trx, definition.scope, period);
        const basis = await reportBasis(trx, known, { uncaptured, archived }, period, now);
        const entities = scoped.map(({ id, name, type, collectives }, at): ReportEntity => {
          const capacity = (known[at]?.capacity ?? 0) * kwhPerCapacity;
          const isBattery = type === null || hasBattery(type);
          return {
            id,
            name,
            type,
            collectives: collectivesKey(collectives),
            capacityKwh: isBattery && capacity > 0 ? capacity : null,
            tariff: tariffs.of(id),
          };
        });
        return { tariffs, entities, known, set, decisions, basis };
      };
      return inTurn(async () => {
        watch.signal.throwIfAborted();
        // One view of the store. It is over before anything is computed: PostgreSQL ends one that is idle for long.
        const made = await db.transaction().setIsolationLevel('repeatable read').execute(read);
        const { tariffs, entities, set, decisions, basis } = made;
        const known = new Map(made.known.map((one, at) => [entities[at]?.id ?? '', one] as const));
        const own = { definition, period };
        const report = computed(own, entities, set, tariffs, decisions, now);
        return { ...own, report, tariffs, basis, known };
      });
    },
  };
}
