import { z } from '../zod.ts';
import { Instant } from '../primitives.ts';
import { ClockOffset } from './resolution.ts';

/** The console's knowledge of the Service's clock. */
export const ServiceClockAnswer = z.object({
  /** Null if no answer has given it yet. */
  offset: ClockOffset.nullable(),
  asOf: Instant,
});
export type ServiceClockAnswer = z.infer<typeof ServiceClockAnswer>;
