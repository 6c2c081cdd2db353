import type { z } from '../../../contract/zod.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { declareList, idChoice, openChoice } from '../../components/list/declare-list.ts';

/** The Schedule in its address. */
export const SCHEDULE = declareList({
  collective: idChoice({ label: 'Collective', any: 'Any Collective' }),
  type: openChoice({ label: 'Command', any: 'Any Command' }, commandLabel),
  /** Name of an operator, or another system. */
  sender: openChoice({ label: 'Sent by', any: 'Any sender', verb: '' }, (sender) => sender),
});
export const ScheduleSearch = SCHEDULE.schema;
export type ScheduleSearch = z.infer<typeof ScheduleSearch>;
