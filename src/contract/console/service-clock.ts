import { GET } from './route-parts.ts';
import { z } from '../zod.ts';
import { Instant } from '../primitives.ts';
import { ClockOffset } from './resolution.ts';

/** The console's knowledge of the Service's clock. */
const ServiceClockAnswer = z.object({
  /** Null if no answer has given it yet. */
  offset: ClockOffset.nullable(),
  asOf: Instant,
});

/** The route for the clock of the Service. */
export const SERVICE_CLOCK_ROUTES = {
  serviceClock: { ...GET, path: '/api/console/service-clock', answer: ServiceClockAnswer },
} as const;
