import { z } from '../../../contract/zod.ts';
import { keptInTab } from '../../api/kept-in-tab.ts';

/** A change that can be undone: the value before, and the value set. */
const Kept = z.object({ before: z.number(), set: z.number() });

/** The last change of a capacity in this browser tab. */
export const keptChange = (entityId: string) => keptInTab(`gridhelm-capacity-${entityId}`, Kept);
