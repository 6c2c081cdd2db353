import { COMMAND_TYPES } from '../../../contract/command.ts';
import { ANOTHER_SYSTEM, THIS_CONSOLE } from '../../../contract/console/others-commands.ts';
import type { z } from '../../../contract/zod.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import {
  choice,
  days,
  declareList,
  idChoice,
  openChoice,
} from '../../components/list/declare-list.ts';

/** Senders beside the operators. */
export const SENDERS = [
  { value: THIS_CONSOLE, label: 'This console' },
  { value: ANOTHER_SYSTEM, label: 'Another system' },
] as const;

/** Activity in its address. */
export const BATCHES = declareList({
  outcome: choice(
    { label: 'Outcome', any: 'Any outcome' },
    {
      waiting: 'Waiting for approval',
      running: 'Running',
      accepted: 'Accepted',
      refused: 'Refused',
      unknown: 'Outcome unknown',
    },
  ),
  collective: idChoice({ label: 'Collective', any: 'Any Collective' }),
  type: openChoice({ label: 'Command', any: 'Any Command' }, commandLabel, COMMAND_TYPES),
  operator: openChoice(
    { label: 'Sent by', any: 'Any sender', verb: '' },
    (sender) => SENDERS.find(({ value }) => value === sender)?.label,
  ),
  ...days('Sent'),
});
export const BatchesSearch = BATCHES.schema;
export type BatchesSearch = z.infer<typeof BatchesSearch>;

/** The built-in views. */
export const BATCH_VIEWS = [
  { name: 'All', search: {} },
  { name: 'From this console', search: { operator: THIS_CONSOLE } },
  { name: 'Waiting for approval', search: { outcome: 'waiting' } },
  { name: 'Running', search: { outcome: 'running' } },
  { name: 'Outcome unknown', search: { outcome: 'unknown' } },
  { name: 'Refused', search: { outcome: 'refused' } },
] as const;
