import {
  EXCLUSION_REASONS,
  type ExclusionReason,
} from '../../contract/console/report-exceptions.ts';
import type { Boundary } from '../../contract/console/report-definition.ts';
import { REGISTERS } from '../session-maths.ts';
import type { Slicing } from './site-time.ts';
import { cutSession, LONGEST_SPLIT_MS, type Cutting } from './cut-session.ts';
import {
  BIT,
  missingFields,
  pairChecks,
  sessionBits,
  type CheckedBy,
  type Limits,
} from './session-checks.ts';
import type { SessionColumns } from './session-columns.ts';
import { SliceColumns } from './slice-columns.ts';
import { NO_PRICES, type Prices } from './tariff-prices.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Sessions that ended longer before the period, or begin longer after it, are not in the report at all: no rule and no
 * zone puts them into it.
 */
export const MARGIN_MS = { before: 7 * DAY_MS, after: 2 * DAY_MS } as const;

/** An Entity of a report. */
export interface ReportEntity {
  id: string;
  name: string | null;
  type: string | null;
  /** Key of the chosen Collectives that contain it. */
  collectives: string;
  /** Battery capacity in kWh; null if not known. */
  capacityKwh: number | null;
  /** Which of the tariffs prices it; null: none. */
  tariff: number | null;
}

/** What an operator decided about a session: left out of every total, or accepted with its exceptions. */
export interface Decision {
  kind: 'left-out' | 'accepted';
  reason: string;
  by: string;
  at: string;
}

/** By which a report counts. */
export interface ReportRules {
  /** In the zone of the report; its prices are those of each Entity. */
  slicing: Slicing;
  /** The same for the zone of a session; null: all sessions use the zone of the report. */
  bySite: ((zone: string | null) => Slicing) | null;
  limits: Limits;
  /** Later instants are in the future, in milliseconds since the epoch. */
  nowMs: number;
}

/** All that a report is made of. */
export interface ReportInput {
  /** In the order of the Entities. */
  columns: SessionColumns;
  entities: readonly ReportEntity[];
  rules: ReportRules;
  tariffs: readonly Prices[];
  /** By `sessionKey`. */
  decisions: ReadonlyMap<string, Decision>;
}

/** The key of a session: ids of sessions are unique within an Entity. */
export const sessionKey = (entityId: string, sessionId: string) => `${entityId} ${sessionId}`;

/** A code of `excluded`: counted; then the reasons, from 1; not of this report. */
export const COUNTED = 0;
export const NOT_HERE = 255;

/** The reason of a code; null: counted. */
export const reasonOf = (code: number): ExclusionReason | null =>
  EXCLUSION_REASONS[code - 1] ?? null;
const codeOf = (reason: ExclusionReason) => EXCLUSION_REASONS.indexOf(reason) + 1;

/** A computed report, from which every grouping and list is read. */
export interface ComputedReport extends ReportInput {
  slices: SliceColumns;
  /** The slices of a session: from this one to before that of the next session. */
  sliceFrom: Uint32Array;
  excluded: Uint8Array;
  /** Exceptions of each session, as bits. */
  exceptions: Uint32Array;
  /** Decided sessions, by row. */
  decided: ReadonlyMap<number, Decision>;
  /** The earlier session of a pair, by the row of the later one. */
  pairs: ReadonlyMap<number, number>;
}

/** Bytes that a report takes beside its sessions. */
export const bytesOf = ({ slices, sliceFrom, excluded, exceptions }: ComputedReport): number =>
  slices.bytes + sliceFrom.byteLength + excluded.byteLength + exceptions.byteLength;

/** Whether a session may have to do with the period: by either time, and if it lacks one. */
function touches({ amounts }: SessionColumns, row: number, fromMs: number, toMs: number): boolean {
  const startMs = amounts.startMs[row] ?? NaN;
  const endMs = amounts.endMs[row] ?? NaN;
  const isBefore = startMs !== startMs || startMs < toMs || endMs < toMs;
  return isBefore && (endMs !== endMs || endMs >= fromMs || startMs >= fromMs);
}

/** The rules of cutting and checking a session by its zone and the tariff of its Entity. */
export function cuttingRules({ columns, rules, tariffs }: ReportInput) {
  const zones = columns.dictionary.zones.list;
  const known: (Cutting & CheckedBy)[] = [];
  const checked = { limits: rules.limits, nowMs: rules.nowMs };
  const none = tariffs.length === 0 ? null : NO_PRICES;
  return (zone: number, tariff: number | null): Cutting & CheckedBy => {
    const key = (rules.bySite === null ? 0 : zone) * (tariffs.length + 1) + (tariff ?? -1) + 1;
    return (known[key] ??= {
      ...(rules.bySite?.(zones[zone] ?? null) ?? rules.slicing),
      ...checked,
      prices: tariff === null ? none : (tariffs[tariff] ?? none),
    });
  };
}

/** The registers that any session has. */
function knownRegisters({ amounts, count }: SessionColumns): Set<string> {
  const isKnown = (of: Float64Array) => {
    for (let row = 0; row < count; row += 1) if (of[row] === of[row]) return true;
    return false;
  };
  return new Set(REGISTERS.filter((name) => isKnown(amounts[name])));
}

/** At least as many slices as the sessions have: memory that is never written is not taken. */
export function mostSlices(columns: SessionColumns, boundary: Boundary): number {
  const { count, amounts } = columns;
  if (boundary !== 'split') return count;
  let most = count;
  for (let row = 0; row < count; row += 1) {
    const lengthMs = (amounts.endMs[row] ?? NaN) - (amounts.startMs[row] ?? NaN);
    // A clock change within an hour makes one more.
    if (lengthMs > 0 && lengthMs <= LONGEST_SPLIT_MS) most += Math.floor(lengthMs / HOUR_MS) + 2;
  }
  return most;
}

/**
 * Computes a report: cuts, prices and checks each session, without adding anything up. A pure function of its input.
 * @param pause called after each Entity, to be stopped or to tell the progress; it may throw
 */
export function computeReport(
  input: ReportInput,
  pause: (entity: number) => void = () => {},
): ComputedReport {
  const { columns, entities, rules, decisions } = input;
  const { count, indexes } = columns;
  const { period, boundary } = rules.slicing;
  const excluded = new Uint8Array(count);
  const exceptions = new Uint32Array(count);
  const sliceFrom = new Uint32Array(count + 1);
  const decided = new Map<number, Decision>();
  const pairs = new Map<number, number>();
  const hasCosts = input.tariffs.length > 0;
  const has = { registers: knownRegisters(columns), costs: hasCosts };
  const slices = new SliceColumns(has, mostSlices(columns, boundary));
  const cuttingOf = cuttingRules(input);
  const [fromMs, toMs] = [period.startMs - MARGIN_MS.before, period.endMs + MARGIN_MS.after];
  let last = -1;
  let pairOf = pairChecks(columns, null);
  for (let row = 0; row < count; row += 1) {
    sliceFrom[row] = slices.count;
    if (!touches(columns, row, fromMs, toMs)) {
      excluded[row] = NOT_HERE;
      continue;
    }
    const no = indexes.entity[row] ?? 0;
    const entity = entities[no];
    if (entity === undefined) throw new Error('a session of an unknown Entity');
    if (no !== last) {
      pause(no);
      last = no;
      pairOf = pairChecks(columns, entity.type);
    }
    const cutting = cuttingOf(indexes.zone[row] ?? 0, entity.tariff);
    const decision =
      decisions.size === 0 ? undefined : decisions.get(sessionKey(entity.id, columns.idOf(row)));
    if (decision !== undefined) decided.set(row, decision);
    const cut = cutSession(columns, row, cutting);
    let bits = sessionBits(columns, row, entity, cutting);
    const pair = pairOf(row);
    if (pair.bits !== 0) {
      bits |= pair.bits;
      pairs.set(row, pair.other);
    }
    if (cut.excluded !== null) excluded[row] = codeOf(cut.excluded);
    else if (decision?.kind === 'left-out') excluded[row] = codeOf('left-out');
    else {
      slices.add(row, cut, cutting.calendar);
      if (hasCosts && cut.pieces.some(({ lacksPrice }) => lacksPrice)) bits |= BIT['no-price'];
    }
    exceptions[row] = bits;
  }
  sliceFrom[count] = slices.count;
  const isHere = (row: number) => excluded[row] !== NOT_HERE;
  const missing = missingFields(columns, entities, isHere);
  for (let row = 0; row < count; row += 1) {
    if (isHere(row)) exceptions[row] = (exceptions[row] ?? 0) | missing(row);
  }
  return { ...input, slices, sliceFrom, excluded, exceptions, decided, pairs };
}
