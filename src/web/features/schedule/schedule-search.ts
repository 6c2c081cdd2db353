import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** URL state of the Schedule page. */
export const ScheduleSearch = address({
  collective: Uuid,
  /** A Command type. */
  type: z.string().max(100),
});
export type ScheduleSearch = z.infer<typeof ScheduleSearch>;
