/**
 * Answers as the specification describes them, written by hand from its tables: the plainest ones,
 * and ones with everything it allows (nulls, absent fields, unknown values, extra fields).
 */
const entityId = '6f1f1c0e-4d0c-4b0a-9a52-2f1d8f2c7a10';
const commandId = '0d6c7b3e-91f5-4c1b-8f0e-5a1f0b7c9d22';
const batchId = '3b9f2a60-7c55-4e0f-8a3c-1d2e3f4a5b6c';
const locationId = 'a4c2f7d8-1b3e-4f5a-8c6d-7e8f9a0b1c2d';

const command = {
  entityId,
  id: commandId,
  status: 'Succeeded',
  triggerTime: '2026-03-29T00:59:00Z',
  type: 'StopCharging',
  value: null,
  error: null,
  verification: { status: 'Pending', completedAt: null, error: null },
};

const session = {
  id: 'c0ffee00-1111-4222-8333-444455556666',
  entityId,
  created: '2026-03-30T00:10:00Z',
  data: {
    start: '2026-03-29T18:04:00Z',
    end: '2026-03-29T20:31:00Z',
    charge: {
      averagePower: { unit: 'kW', value: 10.9 },
      start: { unit: '%', value: 31 },
      end: { unit: '%', value: 78 },
      total: { t1: 20.5, t2: 6.25, t3: 0, t4: 0, total: 26.75, unit: 'kWh' },
    },
    location: { address: 'Coolsingel 40, Rotterdam', latitude: 51.9226, longitude: 4.4792 },
    locationMatches: [{ accuracy: 12.5, location: { id: locationId, label: 'Depot' } }],
    range: { start: { unit: 'km', value: 96 }, end: { unit: 'km', value: 241 } },
  },
};

const location = { id: locationId, label: 'Depot', latitude: 51.9226, longitude: 4.4792 };

const offboardingRequest = {
  id: '1e4d7c2b-0a9f-4b8e-9d6c-5f3a2b1c0d9e',
  principalId: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
  status: 'Pending',
  data: { id: entityId, components: [] },
};

/** Wraps a list in the paging envelope. */
function page(data: readonly unknown[] | null) {
  return {
    data,
    links: { next: null },
    meta: { continuationToken: null, pageSize: 25 },
  };
}

export const PLAIN = {
  error: { errors: [{ code: 'not_found', description: null, message: 'No such Entity.' }] },
  location,
  command,
  commandBatch: { batchId, commands: [{ ...command, status: 'Pending', verification: null }] },
  session,
  offboardingRequest,
  features: [{ feature: 'CaptureChargeSessions', isEnabled: true }],
  batteryCapacity: { batteryCapacity: 77 },
  collective: {
    id: batchId,
    name: 'Rotterdam vans',
    owner: offboardingRequest.principalId,
    entities: [entityId],
    properties: { region: 'NL', depots: [1, 2] },
    type: 'Fleet',
  },
  member: { id: locationId, name: 'A. Jansen', emailAddress: 'a.jansen@example.com' },
  entityType: { type: 'Battery', brands: ['Example'] },
  token: { access_token: 'header.payload.signature', expires_in: 3599, token_type: 'Bearer' },
  sessions: page([session]),
} as const;

/** The same resources at their most unusual; each must still be accepted. */
export const TOLERATED = {
  error: { errors: null },
  location: { ...location, label: null },
  command: {
    entityId: entityId.toUpperCase(),
    id: commandId,
    status: 'Quarantined',
    type: 'BoilKettle',
    verification: { status: 'Perhaps' },
    colour: 'blue',
  },
  commandBatch: { batchId, commands: null },
  session: { id: session.id, data: { start: '2026-03-29T18:04:00.1234567' } },
  offboardingRequest: { id: offboardingRequest.id, status: 'Simmering' },
  features: [{ feature: 'SomethingNew', isEnabled: false, since: '2026' }],
  batteryCapacity: {},
  collective: { id: batchId, type: 'Household' },
  member: { id: locationId },
  entityType: { type: 'Windmill', brands: null },
  token: { access_token: 'x', expires_in: 'soon' },
  sessions: page(null),
} as const;
