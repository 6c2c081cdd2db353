import type { AuditRow } from '../../contract/console/audit.ts';
import { AS_OF } from './fleet-samples.ts';
import { uuid } from './samples.ts';

/** A row of the audit log. */
export function auditRow(sequence: number, change: Partial<AuditRow> = {}): AuditRow {
  return {
    sequence,
    at: AS_OF,
    action: 'dispatch',
    operatorName: 'Marieke de Wit',
    session: 'abcdef0123',
    address: '10.0.0.7',
    requestId: 'req-1',
    target: `collective ${uuid(900)}`,
    body: '{"type":"StopCharging","reason":"Grid operator asked for less load"}',
    outcome: 'accepted',
    upstreamStatus: 201,
    dispatchId: uuid(800),
    hash: 'f'.repeat(64),
    ...change,
  };
}
