import { z } from '../zod.ts';
import { Decimal } from './tariff.ts';

/** What was priced alike: one price of a tariff, a fee, or energy without a price. */
const StatementLine = z.object({
  name: z.string(),
  tariff: z.string().nullable(),
  /** Sessions with a part in it. */
  sessions: z.int().nonnegative(),
  unit: z.string().nullable(),
  /** Null for fees. */
  energy: Decimal.nullable(),
  /** Exact, and rounded to the cent; null without a price. */
  cost: Decimal.nullable(),
  amount: Decimal.nullable(),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** Sessions, lines and totals of an Entity or of a group of Collectives. */
export const Statement = z.object({
  key: z.string(),
  label: z.string().nullable(),
  sessions: z.int().nonnegative(),
  durationMs: z.int(),
  /** Energy by unit. */
  energy: z.array(z.object({ unit: z.string().nullable(), energy: Decimal })),
  lines: z.array(StatementLine),
  /** The sum of the amounts of the lines, and the exact cost. */
  total: Decimal,
  cost: Decimal,
  doubtful: z.int().nonnegative(),
});
export type Statement = z.infer<typeof Statement>;
