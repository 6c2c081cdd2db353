import { READ_RESOURCES } from '../contract/console/choices.ts';
import { z } from '../contract/zod.ts';
import { FLEET_POLICY, NOT_BY_POLICY, type FleetPolicy } from '../domain/fleet-policy.ts';
import { pairs } from './setting-reader.ts';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 90 * UNIT_MS.d;

/** The accepted values of `FLEET_POLICY`, for error messages. */
export const FLEET_POLICY_EXPECTED =
  'expected off, or times from 1m to 90d such as locations=24h,commands=6h,features=1d,capacity=7d,sessions=24h,members=24h,types=24h,offboarding=10m, and history=once or history=off';

const Time = z
  .string()
  .regex(/^\d{1,6}[mhd]$/)
  .transform(
    (text) => Number(text.slice(0, -1)) * UNIT_MS[z.enum(['m', 'h', 'd']).parse(text.at(-1))],
  )
  .pipe(z.number().min(UNIT_MS.m).max(LONGEST_MS));

const Once = z.enum(['once', 'off']).transform((text) => (text === 'off' ? NOT_BY_POLICY : null));

const Part = z.union([
  z.tuple([z.literal('history'), Once]),
  z.tuple([z.enum(READ_RESOURCES).exclude(['history']), Time]),
]);

/** The setting `FLEET_POLICY`: the named resources as given, the rest by default; null: no automatic reads. */
export const FleetPolicySetting = z.union([
  z.literal('off').transform(() => null),
  pairs(Part).transform((parts): FleetPolicy => ({
    ...FLEET_POLICY,
    ...Object.fromEntries(parts),
  })),
]);
