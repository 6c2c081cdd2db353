import type { z } from '../../../contract/zod.ts';
import { choice, days, declareList, typedText } from '../../components/list/declare-list.ts';
import { ACTION_LABELS } from './audit-labels.ts';

/** The audit log in its address. */
export const AUDIT = declareList({
  action: choice({ label: 'Action', any: 'Any action' }, ACTION_LABELS),
  operator: typedText('Operator', 'Any operator', 'The whole name, as the log shows it.'),
  ...days('Time'),
});
export const AuditSearch = AUDIT.schema;
export type AuditSearch = z.infer<typeof AuditSearch>;
