import { z } from '../../../contract/zod.ts';
import { keptInTab } from '../../components/kept-in-tab.ts';

const Kept = z.object({ before: z.number(), set: z.number() });
/** A change that can be undone: the value before, and the value set. */

/** The last change of a capacity in this browser tab. */
export const keptChange = (entityId: string) => keptInTab(`gridhelm-capacity-${entityId}`, Kept);
