import type { Statement, StatementLine } from '../../contract/console/statement.ts';
import { microsToFixed, microsToText, type Micros, divideRounded } from './exact.ts';
import { cutSession, type Piece } from './cut-session.ts';
import { COUNTED, cuttingRules, type ComputedReport } from './compute-report.ts';
import { isDoubtfulRow } from './grouped-sums.ts';
import { FEE_LINES } from './tariff-prices.ts';

/** Money on a statement has two decimals; each line is rounded, and the total is the sum of the lines. */
const CENT: Micros = 10_000n;
const DECIMALS = 2;

interface LineSums {
  tariff: number | null;
  line: number;
  unit: number;
  sessions: number;
  last: number;
  energy: bigint;
  cost: bigint;
}

interface Sums {
  key: string;
  label: string | null;
  sessions: number;
  durationMs: number;
  doubtful: number;
  energy: Map<number, bigint>;
  lines: Map<string, LineSums>;
}

/** Whom statements are for. */
export type StatementsOf = 'entity' | 'collective';

/** The number of energy without a price. */
const UNPRICED = -1;

/**
 * Statements of a report: what each Entity or group of Collectives used, and what was priced how.
 * @param names of tariffs, in the order of those of the report
 * @param key only that of this Entity or group
 * @returns in the order of the Entities of the report; those without sessions have none
 */
export function statementsOf(
  report: ComputedReport,
  of: StatementsOf,
  names: readonly string[],
  key?: string,
): Statement[] {
  const { columns, entities, excluded, tariffs } = report;
  const cuttingOf = cuttingRules(report);
  const { indexes, amounts, dictionary } = columns;
  const all = new Map<string, Sums>();
  for (let row = 0; row < columns.count; row += 1) {
    if (excluded[row] !== COUNTED) continue;
    const entity = entities[indexes.entity[row] ?? 0];
    if (entity === undefined) continue;
    const own = of === 'entity' ? entity.id : entity.collectives;
    if (key !== undefined && own !== key) continue;
    const sums = all.get(own) ?? nothing(own, of === 'entity' ? entity.name : null);
    all.set(own, sums);
    const unit = indexes.unit[row] ?? 0;
    const { tariff } = entity;
    const cutting = cuttingOf(indexes.zone[row] ?? 0, tariff);
    const parts: [Piece, number, number, number][] = [];
    const cut = cutSession(columns, row, cutting, (...part) => parts.push(part));
    const within = new Set(cut.pieces);
    const put = (line: number, energy: number, cost: number) => {
      addLine(sums, { tariff, line, unit }, row, energy, cost);
    };
    for (const [piece, line, energy, cost] of parts) {
      if (within.has(piece)) put(line, energy, cost);
    }
    let counted = Number.NaN;
    for (const piece of cut.pieces) {
      sums.durationMs += piece.endMs - piece.startMs;
      if (piece.energy === piece.energy) counted = (counted || 0) + piece.energy;
      const unpriced = tariffs.length === 0 ? piece.energy || 0 : piece.unpriced;
      if (unpriced !== 0) put(UNPRICED, unpriced, 0);
    }
    sums.sessions += 1;
    if (isDoubtfulRow(report, row)) sums.doubtful += 1;
    if ((amounts.energy[row] ?? NaN) === (amounts.energy[row] ?? NaN)) {
      sums.energy.set(unit, (sums.energy.get(unit) ?? 0n) + BigInt(counted || 0));
    }
  }
  const units = dictionary.units.list;
  return [...all.values()].map((sums) => shown(sums, report, names, units));
}

function nothing(key: string, label: string | null): Sums {
  return {
    key,
    label,
    sessions: 0,
    durationMs: 0,
    doubtful: 0,
    energy: new Map(),
    lines: new Map(),
  };
}

function addLine(
  { lines }: Sums,
  of: Pick<LineSums, 'tariff' | 'line' | 'unit'>,
  row: number,
  energy: number,
  cost: number,
): void {
  const isFee = of.line === FEE_LINES.perSession || of.line === FEE_LINES.perHour;
  const key = `${of.tariff} ${of.line} ${isFee ? 0 : of.unit}`;
  const own = lines.get(key) ?? { ...of, sessions: 0, last: -1, energy: 0n, cost: 0n };
  lines.set(key, own);
  if (own.last !== row) own.sessions += 1;
  own.last = row;
  own.energy += BigInt(energy);
  own.cost += BigInt(cost);
}

function shown(
  { lines, energy, ...sums }: Sums,
  { tariffs }: ComputedReport,
  names: readonly string[],
  units: readonly (string | null)[],
): Statement {
  const sorted = [...lines.values()].toSorted(
    (a, b) => (a.tariff ?? 0) - (b.tariff ?? 0) || order(a.line) - order(b.line) || a.unit - b.unit,
  );
  let total = 0n;
  let cost = 0n;
  const made = sorted.map((line): StatementLine => {
    const isFee = line.line === FEE_LINES.perSession || line.line === FEE_LINES.perHour;
    const isPriced = line.line !== UNPRICED;
    const amount = isPriced ? microsToFixed(line.cost, DECIMALS) : null;
    if (isPriced) total += divideRounded(line.cost, CENT) * CENT;
    cost += line.cost;
    return {
      name:
        (line.tariff === null ? null : tariffs[line.tariff]?.lines[line.line]) ?? 'Without a price',
      tariff: line.tariff === null ? null : (names[line.tariff] ?? null),
      sessions: line.sessions,
      unit: isFee ? null : (units[line.unit] ?? null),
      energy: isFee ? null : microsToText(line.energy),
      cost: isPriced ? microsToText(line.cost) : null,
      amount,
    };
  });
  return {
    ...sums,
    energy: [...energy].map(([unit, micros]) => ({
      unit: units[unit] ?? null,
      energy: microsToText(micros),
    })),
    lines: made,
    total: microsToFixed(total, DECIMALS),
    cost: microsToText(cost),
  };
}

/** Energy first, then fees, then what has no price. */
const order = (line: number) =>
  line === UNPRICED ? Infinity : line <= FEE_LINES.perHour ? 1e6 + line : line;
