import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { keptInTab } from '../../api/kept-in-tab.ts';

/** Ids of the Entities that were ticked in a list, for the next bulk change of this tab. */
export const chosenEntities = keptInTab('gridhelm-chosen-entities', z.array(Uuid));
