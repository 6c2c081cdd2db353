import { z } from '../../../contract/zod.ts';

/** A value that is on or absent. */
export const Flag = z.literal('1');
/** A text of a filter. */
export const Text = z.string().max(200);
/** A day, YYYY-MM-DD. */
export const Day = z.iso.date();
/** A page of a table, from 1. */
export const PageNumber = z.coerce.number().int().min(1).max(1_000_000);

/** Rows per page, of those that a table offers. */
export const pageSize = <const Sizes extends readonly number[]>(sizes: Sizes) =>
  z.coerce.number().pipe(z.literal(sizes));

/** The schema of a page's address: all parameters are optional; invalid and unknown ones of an old link are left out. */
export function address<Shape extends z.ZodRawShape>(shape: Shape) {
  const whole = z.object(shape).partial();
  return whole.catch(({ value, issues }) => {
    const wrong = new Set(issues.map(({ path }) => path?.[0]));
    const given = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return whole.parse(Object.fromEntries(given.filter(([key]) => !wrong.has(key))));
  });
}
