import type {
  DirectoryCollectiveDetail,
  DirectoryEntity,
  DirectoryEntityDetail,
} from '../../contract/console/directory.ts';
import type { PlannedItem } from '../../contract/console/schedule.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import type { Member } from '../../contract/collective.ts';
import { SEEN_AT } from './batch-samples.ts';
import { collective, entity, RECORD, uuid } from './samples.ts';

const VAN: DirectoryEntity = { ...entity(1, 'EV'), name: 'Van 01 E-Transit', brand: 'Ford' };

/** One of the vans in the directory. */
export const VAN_RECORD: DirectoryEntityDetail = {
  entity: { ...VAN, ...RECORD },
  erased: null,
  asOf: SEEN_AT,
};

/** Some of the Rotterdam Delivery Vans, and the charge point of their depot. */
const ENTITIES: readonly DirectoryEntity[] = [
  VAN,
  { ...entity(2, 'EV'), name: 'Van 02 eVito', brand: 'Mercedes-Benz' },
  { ...entity(23, 'EV'), name: 'Van 23 ID. Buzz Cargo', brand: 'Volkswagen' },
  { ...entity(40, 'ChargePoint'), name: 'Waalhaven bay 1', brand: 'Alfen' },
  { ...entity(41, null), name: null, brand: null },
];

/** The Collective of the vans in the directory. */
export function vans(
  change: Partial<DirectoryCollectiveDetail['collective']> = {},
): DirectoryCollectiveDetail {
  const detail = collective([]);
  return {
    ...detail,
    collective: {
      ...detail.collective,
      name: 'Rotterdam Delivery Vans',
      entityCount: ENTITIES.length,
      place: 'Waalhaven, Rotterdam',
      tags: ['depot', 'night tariff'],
      ...change,
    },
    entities: [...ENTITIES],
    asOf: SEEN_AT,
  };
}

const BY_JONAS = {
  collectiveId: uuid(900),
  collectiveName: 'Rotterdam Delivery Vans',
  operatorName: 'Jonas Verbeek',
};

/** A plan of another system for the solar farm. */
export const PLANNED_ELSEWHERE = planned(0, '2026-03-03T11:00:00Z', {
  batch: null,
  type: 'LimitFeedIn',
  value: '40000',
  total: 30,
  open: 30,
  verdictCounts: { pending: 30 },
});

/** Planned Commands of two Collectives, the last one after the clock change. */
export const PLANNED: readonly PlannedItem[] = [
  planned(0, '2026-03-02T18:00:00Z'),
  planned(0, '2026-03-03T05:00:00Z', { type: 'StartCharging' }),
  planned(1, '2026-03-04T11:00:00Z', {
    type: 'LimitFeedIn',
    value: '4200',
    batch: {
      ...BY_JONAS,
      dispatchId: uuid(851),
      collectiveId: uuid(901),
      collectiveName: 'Westland Rooftops',
    },
    plannedAs: { wallClock: '2026-03-04T12:00', zone: 'Europe/Amsterdam' },
  }),
  planned(2, '2026-03-29T01:30:00Z', { open: 58, verdictCounts: { pending: 58, canceled: 2 } }),
];

function planned(at: number, triggerTime: string, change: Partial<PlannedItem> = {}): PlannedItem {
  return {
    batch: { ...BY_JONAS, dispatchId: uuid(850 + at) },
    type: 'StopCharging',
    value: null,
    triggerTime,
    until: null,
    plannedAs: null,
    total: 60,
    open: 60,
    verdictCounts: { pending: 60 },
    oldestObservedAt: SEEN_AT,
    ...change,
  };
}

/** An Offboarding Request for one of the vans. */
export function offboarding(last: number, status: string | null): OffboardingRequest {
  return {
    id: uuid(860 + last),
    principalId: uuid(870),
    status,
    data: { id: uuid(last), components: status === 'Pending' ? [uuid(880)] : null },
  };
}

/** Members of the Collective, one of them without a name. */
export const MEMBERS: readonly Member[] = [
  { id: uuid(890), name: 'Sanne de Wit', emailAddress: 'sanne.dewit@vans.example' },
  { id: uuid(891), name: 'Jeroen Visser', emailAddress: null },
  { id: uuid(892), name: null, emailAddress: 'planning@vans.example' },
];
