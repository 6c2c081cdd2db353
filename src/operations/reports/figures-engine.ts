import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { FigureSearch } from '../../contract/console/figures-definition.ts';
import type { ReportBasis } from '../../contract/console/figures-result.ts';
import {
  bytesOf,
  computeReport,
  mostSlices,
  type ComputedReport,
  type ReportEntity,
} from '../../domain/reports/compute-report.ts';
import type { FigurePeriod } from '../../domain/reports/definition.ts';
import { pricesOf } from '../../domain/reports/tariff-prices.ts';
import { collectivesKey } from '../../domain/reports/groups.ts';
import { DAY_MS, type Span } from '../../domain/instant.ts';
import { failure } from '../../http/problems.ts';
import { formatNumber } from '../../domain/format.ts';
import type { Store } from '../../store/schema/schema.ts';
import { countSessions, loadSessions, type SessionSet, type Watched } from './load-sessions.ts';
import {
  countUncaptured,
  readCapacities,
  readEntityBasis,
  reportBasis,
  type EntityBasis,
} from './read-basis.ts';
import { countArchived, resolveScope, type ScopedEntity } from './scope.ts';
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
export interface FiguresEngine {
  /**
   * The report of an address. It is computed only if its definition, its sessions or decisions on them changed.
   * @param now milliseconds since the epoch
   * @param period another period than that of the address
   * @throws Failure for a definition that cannot be computed; the reason of the signal if it was stopped
   */
  report(
    search: FigureSearch,
    now: number,
    watched: Pick<Watched, 'signal' | 'progress'>,
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

/** Whether Entities are the same but for their capacities, whose changes show in the stamps. */
function areSame(
  known: readonly ReportEntity[],
  entities: readonly Omit<ReportEntity, 'capacityKwh'>[],
): boolean {
  return (
    known.length === entities.length &&
    known.every((one, at) => {
      const other = entities[at];
      return (
        other?.id === one.id &&
        other.name === one.name &&
        other.type === one.type &&
        other.collectives === one.collectives &&
        other.tariff === one.tariff
      );
    })
  );
}

/** Creates an engine without any reports. */
export function createFiguresEngine(parts: EngineParts): FiguresEngine {
  const { db, capacityUnit, bytesMost = BYTES_MOST } = parts;
  const bytesKept = Math.min(bytesMost, BYTES_KEPT);
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
    watched: Watched,
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
    const set = await loadSessions(trx, wanted, counts, known, watched);
    sets = [...sets.filter((one) => one !== known), set];
    return set;
  };

  /** Reads what else a report is made of. @returns what computes it, or takes the one that is known */
  const prepare = async (
    { definition, period }: Resolved,
    entities: readonly ScopedEntity[],
    set: SessionSet,
    tariffs: ReportTariffs,
    trx: Kysely<Store>,
    now: number,
  ): Promise<() => ComputedReport> => {
    const decisions = await readDecisions(trx);
    const { by: _, ...counted } = definition;
    // With the hour, as what is in the future changes.
    const key = JSON.stringify([counted, period, Math.floor(now / HOUR_MS), [...decisions]]);
    const priced = entities.map(({ id, name, type, collectives }) => ({
      id,
      name,
      type,
      collectives: collectivesKey(collectives),
      tariff: tariffs.of(id),
    }));
    const found = kept.find(
      (one) => one.set === set && one.key === key && areSame(one.report.entities, priced),
    );
    if (found !== undefined) {
      kept = [...kept.filter((one) => one !== found), found];
      return () => found.report;
    }
    const capacities = await readCapacities(trx, entities, capacityUnit);
    return () => {
      forget(bytesKept - mostSlices(set.columns, definition.rule) * SLICE_BYTES, 0);
      const report = computeReport({
        columns: set.columns,
        entities: priced.map((one) => ({ ...one, capacityKwh: capacities.get(one.id) ?? null })),
        rules: rulesOf({ definition, period }, period, now),
        tariffs: tariffs.tariffs.map(({ content }) => pricesOf(content)),
        decisions,
      });
      kept = [...kept, { key, set, report }];
      forget(bytesKept, 1);
      return report;
    };
  };

  /** One computation at a time; files are written beside them. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work, work);
    last = own;
    return own;
  };

  return {
    async report(search, now, { signal, progress }, other) {
      const resolved = resolveSearch(search, now);
      const { definition } = resolved;
      const period = other ?? resolved.period;
      const watched: Watched = {
        signal,
        progress,
        turn: async () => {
          await turn();
        },
      };
      const work = async () => {
        signal.throwIfAborted();
        // One view of the store. It is over before anything is computed: PostgreSQL ends one that is idle for long.
        const read = db.transaction().setIsolationLevel('repeatable read').execute(prepared);
        const { make, ...made } = await read;
        return { ...made, report: make() };
      };
      const prepared = async (trx: Kysely<Store>) => {
        const tariffs = await readTariffs(trx, definition);
        const entities = await resolveScope(trx, definition.scope);
        const ids = entities.map(({ id }) => id);
        const known = await readEntityBasis(trx, ids);
        signal.throwIfAborted();
        const stamps = known.map(({ stamp }) => stamp);
        const set = await setOf(trx, ids, stamps, period, watched);
        const make = await prepare({ definition, period }, entities, set, tariffs, trx, now);
        const empty = ids.filter((_, at) => set.firstRow[at] === set.firstRow[at + 1]);
        const uncaptured = await countUncaptured(trx, empty);
        const archived = await countArchived(trx, definition.scope, period);
        const basis = await reportBasis(trx, known, { uncaptured, archived }, period, now);
        const byId = new Map(
          ids.flatMap((id, at) => (known[at] ? [[id, known[at]] as const] : [])),
        );
        return { definition, period, make, tariffs, basis, known: byId };
      };
      return inTurn(work);
    },
  };
}
