import { z } from '../contract/zod.ts';
import type { Retention } from '../contract/console/about.ts';
import { RETENTION, RETENTION_LEAST_DAYS } from '../domain/retention.ts';
import { pairs } from './setting-reader.ts';

/** The accepted values of `RETENTION_DAYS`, for error messages. */
export const RETENTION_EXPECTED =
  'expected days, or off to keep all, such as readings=90,sessions=1100,commands=1100,audit=3650; readings at least 30, the others at least 100';

const Days = z.union([
  z.literal('off').transform(() => null),
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number),
]);

const Part = z
  .tuple([z.enum(['readings', 'sessions', 'commands', 'audit']), Days])
  .refine(([what, days]) => days === null || days >= RETENTION_LEAST_DAYS[what]);

/** The setting `RETENTION_DAYS`: what is named as given, the rest by default. */
export const RetentionSetting = pairs(Part).transform((parts): Retention => ({
  ...RETENTION,
  ...Object.fromEntries(parts),
}));
