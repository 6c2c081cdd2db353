import { z } from '../zod.ts';
import { Instant } from '../primitives.ts';
import { ClockOffset } from './resolution.ts';

/** What the console knows of the Service's clock. */
export const ServiceClockAnswer = z.object({
  /** Null: no answer has told it yet. */
  offset: ClockOffset.nullable(),
  asOf: Instant,
});
export type ServiceClockAnswer = z.infer<typeof ServiceClockAnswer>;
