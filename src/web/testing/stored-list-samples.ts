import type { FleetMembers, FleetTypes } from '../../contract/console/fleet-lists.ts';
import { MEMBERS } from './collective-samples.ts';
import { AS_OF } from './fleet-samples.ts';

const read = {
  state: 'stale',
  readAt: '2026-02-28T06:10:00Z',
  triedAt: '2026-02-28T06:10:00Z',
  dueAt: '2026-03-01T06:10:00Z',
  message: null,
} as const;

/** Stored Members, read days ago. */
export const STORED_MEMBERS: FleetMembers = { read, members: [...MEMBERS], asOf: AS_OF };

/** The stored catalogue, read days ago. */
export const STORED_TYPES: FleetTypes = {
  read,
  types: [
    { type: 'Battery', brands: ['Huawei', 'Tesla'] },
    { type: 'EV', brands: ['Volkswagen', 'Ford'] },
  ],
  asOf: AS_OF,
};
