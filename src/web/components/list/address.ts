import { z } from '../../../contract/zod.ts';

/** A value that is on or absent. */
export const Flag = z.literal('1');
/** A text of a filter. */
export const Text = z.string().max(200);
/** A day, YYYY-MM-DD, of those that can be chosen. */
export const Day = z.iso.date().refine((day) => day >= '2000' && day < '2200');
/** A page of a table, from 1; at 100 rows each the server counts to ten million. */
export const PageNumber = z.coerce.number().int().min(1).max(100_000);

/** The schema of a page's address: all parameters are optional; invalid and unknown ones of an old link are left out. */
export function address<Shape extends z.ZodRawShape>(shape: Shape) {
  const whole = z.object(shape).partial();
  return whole.catch(({ value, issues }) => {
    const wrong = new Set(issues.map(({ path }) => path?.[0]));
    const given = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    // Named, not omitted: the router would put back what is missing from its own reading of the address.
    return whole.parse(
      Object.fromEntries(given.map(([key, each]) => [key, wrong.has(key) ? undefined : each])),
    );
  });
}
