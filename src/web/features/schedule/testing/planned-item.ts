import type { PlannedItem } from '../../../../contract/console/schedule.ts';
import { uuid } from '../../../testing/samples.ts';

/** A planned item; 02:30 in Brussels is the second of the two in October. */
export function plannedItem(change: Partial<PlannedItem> = {}): PlannedItem {
  return {
    dispatchId: uuid(800),
    collectiveId: uuid(900),
    collectiveName: 'Depot',
    operatorName: 'Ada',
    type: 'StopCharging',
    value: null,
    triggerTime: '2099-10-25T01:30:00Z',
    plannedAs: { wallClock: '2099-10-25T02:30', zone: 'Europe/Brussels' },
    total: 62,
    open: 60,
    verdictCounts: { pending: 60, canceled: 2 },
    oldestObservedAt: '2026-03-02T14:02:31Z',
    ...change,
  };
}
