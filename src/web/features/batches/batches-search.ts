import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { z } from '../../../contract/zod.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import {
  choice,
  days,
  declareList,
  idChoice,
  openChoice,
} from '../../components/list/declare-list.ts';

/** Activity in its address. */
export const BATCHES = declareList({
  outcome: choice(
    { label: 'Outcome', any: 'Any outcome' },
    { running: 'Running', accepted: 'Accepted', refused: 'Refused', unknown: 'Outcome unknown' },
  ),
  collective: idChoice({ label: 'Collective', any: 'Any Collective' }),
  type: openChoice({ label: 'Command', any: 'Any Command' }, commandLabel, COMMAND_TYPES),
  operator: openChoice({ label: 'Sent by', any: 'Any operator', verb: '' }),
  ...days('Sent'),
});
export const BatchesSearch = BATCHES.schema;
export type BatchesSearch = z.infer<typeof BatchesSearch>;

/** The built-in views. */
export const BATCH_VIEWS = [
  { name: 'All', search: {} },
  { name: 'Running', search: { outcome: 'running' } },
  { name: 'Outcome unknown', search: { outcome: 'unknown' } },
  { name: 'Refused', search: { outcome: 'refused' } },
] as const;
