import type { Command } from '../../contract/command.ts';
import { FLEET_RESOURCES } from '../../contract/console/choices.ts';
import type {
  CollectiveSessions,
  EntityRead,
  FleetCollective,
  FleetEntity,
} from '../../contract/console/fleet-entity.ts';
import { SENT_BATCHES, SENT_ELSEWHERE } from './batch-samples.ts';
import { PLANNED, PLANNED_ELSEWHERE } from './collective-samples.ts';
import { energyDays } from './fact-samples.ts';
import { AS_OF } from './fleet-samples.ts';
import { uuid } from './samples.ts';
import { SESSIONS } from './session-samples.ts';
import { MONTH_DAYS } from '../../domain/last-days.ts';

const READ_AT = '2026-03-02T08:00:00Z';

/** Reads of all resources in one state. */
function reads(state: EntityRead['state']): EntityRead[] {
  const isRead = state !== 'never';
  return FLEET_RESOURCES.map((resource) => ({
    resource,
    state,
    readAt: isRead ? READ_AT : null,
    triedAt: isRead ? READ_AT : null,
    dueAt: AS_OF,
    message: state === 'failed' ? 'Back at four' : null,
  }));
}

/** A Command of a van. */
function vanCommand(last: number, change: Partial<Command> = {}): Command {
  return {
    id: uuid(500 + last),
    entityId: uuid(1),
    status: 'Succeeded',
    triggerTime: `2026-03-02T1${last}:00:00Z`,
    type: 'StopCharging',
    value: null,
    error: null,
    verification: { status: 'Verified', completedAt: null, error: null },
    ...change,
  };
}

const FAILED: Partial<Command> = {
  status: 'Failed',
  error: { title: 'Not plugged in', description: 'The vehicle is on the road' },
  verification: null,
};

/** The stored data of a van. */
export function storedVan(change: Partial<FleetEntity> = {}): FleetEntity {
  return {
    id: uuid(1),
    reads: reads('fresh'),
    commands: [
      { command: vanCommand(3), dispatchId: uuid(800), sentBy: 'Jonas Verbeek', knownAt: READ_AT },
      {
        command: vanCommand(2, FAILED),
        dispatchId: null,
        sentBy: 'another system',
        knownAt: READ_AT,
      },
    ],
    openDispatches: [],
    energy: energyDays(8),
    lastSession: SESSIONS[0] ?? null,
    knownFrom: '2025-01-01T00:00:00Z',
    sessionsComputedAt: READ_AT,
    asOf: AS_OF,
    ...change,
  };
}

/** The stored data of an Entity that was never read. */
export function neverRead(): FleetEntity {
  return storedVan({
    reads: reads('never'),
    commands: [],
    energy: null,
    lastSession: null,
    knownFrom: null,
    sessionsComputedAt: null,
  });
}

const vanAt = (last: number) => ({
  id: uuid(last),
  name: `Van ${String(last).padStart(2, '0')}`,
  type: 'EV',
});

const dateOf = (at: number) =>
  new Date(Date.parse('2026-02-01T00:00:00Z') + at * 86_400_000).toISOString().slice(0, 10);

const DAYS = Array.from({ length: MONTH_DAYS }, (_, at) => ({
  date: dateOf(at),
  energy: at % 7 === 6 ? 0 : 480 + ((at * 137) % 390),
  sessions: at % 7 === 6 ? 0 : 30 + (at % 9),
}));

const ALL_COUNTED = { otherUnits: 0, withoutEnergy: 0, doubtful: 0 };

/** The overview of the Rotterdam Delivery Vans. */
export function glance(change: Partial<FleetCollective> = {}): FleetCollective {
  return {
    id: uuid(900),
    entities: 60,
    known: FLEET_RESOURCES.map((resource, at) => ({
      resource,
      read: resource === 'history' ? 12 : 60 - at,
      fresh: resource === 'history' ? 12 : 54,
      partly: 0,
      failed: at === 1 ? 2 : 0,
      oldestAt: READ_AT,
    })),
    energy: {
      unit: 'kWh',
      otherUnits: ['MWh'],
      from: DAYS[0]?.date ?? '',
      days: DAYS.map(({ energy }) => energy),
      sessions: 812,
      provisionalFrom: dateOf(28),
      week: { value: 4180.25, complete: { days: 5, value: 3060.5, before: 2854.9 } },
      month: 18_734.5,
      leftOut: {
        week: { otherUnits: 1, withoutEnergy: 2, doubtful: 1 },
        month: { otherUnits: 4, withoutEnergy: 2, doubtful: 3 },
      },
      known: { read: 57, partly: 0, of: 60 },
      asOf: AS_OF,
    },
    outcomes: { verified: 44, acknowledged: 3, failed: 6, disproven: 1, pending: 2 },
    uncommanded: 3,
    commandsUnread: 1,
    commandsPartly: 0,
    silent: {
      total: 2,
      entities: [
        { ...vanAt(7), lastAt: '2026-01-28T17:12:00Z' },
        { ...vanAt(31), lastAt: '2026-02-09T06:40:00Z' },
      ],
    },
    failing: {
      total: 7,
      entities: [
        { ...vanAt(2), command: vanCommand(2, FAILED), at: '2026-03-02T12:00:00Z' },
        {
          ...vanAt(9),
          name: null,
          command: vanCommand(1, { ...FAILED, error: null }),
          at: '2026-03-02T11:00:00Z',
        },
      ],
    },
    next: [...PLANNED.filter(({ batch }) => batch?.collectiveId === uuid(900)), PLANNED_ELSEWHERE],
    planned: 4,
    last: { batches: SENT_BATCHES.slice(0, 3), others: [SENT_ELSEWHERE] },
    asOf: AS_OF,
    ...change,
  };
}

/** A Collective for which nothing was read and nothing sent. */
export function nothingKnown(): FleetCollective {
  const whole = glance();
  return {
    ...whole,
    known: whole.known.map((each) => ({ ...each, read: 0, fresh: 0, failed: 0, oldestAt: null })),
    energy: {
      unit: null,
      otherUnits: [],
      from: DAYS[0]?.date ?? '',
      days: null,
      sessions: 0,
      provisionalFrom: DAYS[0]?.date ?? '',
      week: null,
      month: null,
      leftOut: { week: ALL_COUNTED, month: ALL_COUNTED },
      known: { read: 0, partly: 0, of: 60 },
      asOf: AS_OF,
    },
    outcomes: {},
    uncommanded: 0,
    commandsUnread: 60,
    silent: { total: 0, entities: [] },
    failing: { total: 0, entities: [] },
    next: [],
    planned: 0,
    last: { batches: [], others: [] },
  };
}

/** Sessions of the vans in the days of the samples. */
export function collectiveSessions(change: Partial<CollectiveSessions> = {}): CollectiveSessions {
  const none = { total: 0, entities: [] };
  return {
    entities: 60,
    total: 951,
    units: [{ unit: 'kWh', energy: 18_734.5, sessions: 951 }],
    flagged: 0,
    days: DAYS.filter(({ sessions }) => sessions > 0),
    most: Array.from({ length: 10 }, (_, at) => ({
      ...vanAt(at + 1),
      energy: 700 - at * 21.5,
      sessions: 31 - at,
    })),
    least: Array.from({ length: 10 }, (_, at) => ({
      ...vanAt(60 - at),
      energy: 12.5 + at * 9,
      sessions: 1 + at,
    })),
    without: 3,
    never: none,
    partial: none,
    partlyRead: none,
    failing: none,
    oldestAt: READ_AT,
    provisionalFrom: dateOf(28),
    rows: SESSIONS.map((session, at) => ({ ...vanAt(at + 1), session })),
    offset: 0,
    asOf: AS_OF,
    ...change,
  };
}
