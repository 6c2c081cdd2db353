import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import type { ReadResource } from '../../contract/console/choices.ts';
import { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { isoInstant } from '../../domain/instant.ts';
import { keysOf } from '../../lib/objects.ts';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import type { Store } from '../../store/schema/schema.ts';
import { aCommand, storeBatch } from '../dispatch/testing/stored-batch.ts';
import { smallStore } from '../directory/testing/small-store.ts';
import { lastKnownIn } from './last-known.ts';
import { writeOffboarding } from './offboarding/offboarding-store.ts';
import { writePlaces } from './places/place-store.ts';
import { storeDocument } from './reads/store-told.ts';
import { storeMembers } from './members/member-store.ts';
import { storeFleetCommand } from './testing/fleet-command-rows.ts';
import { chargeSession, storeFleetRead, storeFleetSessions } from './testing/fleet-rows.ts';

const NOW = Date.parse('2026-06-10T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const READ = NOW - HOUR;
const [VAN, OTHER] = CARS;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await smallStore(NOW - 90 * DAY);
});

const from = (days: number) => isoInstant(READ - days * DAY);
const known = (
  name: EndpointName,
  params: Record<string, string> = { entityId: VAN },
  query: { start?: string; end?: string } = {},
) => lastKnownIn(db)(name, { params, query });
/** The answer as a page reads it. */
const answer = async (...asked: Parameters<typeof known>) => {
  const found = await known(...asked);
  return found === null ? null : ENDPOINTS[asked[0]].answer?.parse(JSON.parse(found.body));
};
const wasRead = (resource: ReadResource, more = {}, id: string = VAN) =>
  storeFleetRead(db, id, resource, READ, more);

test('nothing is known of what was never read', async () => {
  const names = ['locationId', 'commandId', 'offboardingRequestId'];
  const others = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  const params = { entityId: VAN, collectiveId: FLEET, ...others };
  for (const name of keysOf(ENDPOINTS)) {
    expect([name, await known(name, params)]).toEqual([name, null]);
  }
});

test('documents are as the Service told them, with the time of their read', async () => {
  const features = [{ feature: 'CaptureChargeSessions', isEnabled: true, since: 'May' }];
  await storeDocument(db, VAN, 'features', features, READ - DAY);
  await storeDocument(db, VAN, 'capacity', { batteryCapacity: 77.4 }, READ - DAY);
  const told = { body: JSON.stringify(features), readAt: READ - DAY, changedSince: false };
  expect(await known('listFeatures')).toEqual(told);
  await wasRead('features');
  expect(await known('listFeatures')).toMatchObject({ readAt: READ });
  expect(await answer('getBatteryCapacity')).toEqual({ batteryCapacity: 77.4 });
  expect(await known('listFeatures', { entityId: OTHER })).toBeNull();
});

test('lists are known once they were read whole', async () => {
  const place = { id: randomUUID(), label: 'Depot', latitude: 51.9, longitude: 4.4 };
  const ada = { id: randomUUID(), name: 'Ada', emailAddress: null };
  const types = [{ type: 'EV', brands: ['Volta'] }];
  const data = { id: VAN, components: [] };
  const request = OffboardingRequest.parse({ id: randomUUID(), status: 'Pending', data });
  await writePlaces(db, VAN, [place], true, READ);
  await storeMembers(db, FLEET, [ada], READ);
  await storeDocument(db, '', 'types', types, READ);
  await writeOffboarding(db, [request], true, { askedAt: READ, now: READ });
  const lists = [
    ['listLocations', { entityId: VAN }, 'locations', place],
    ['listMembers', { collectiveId: FLEET }, 'members', ada],
    ['listEntityTypes', {}, 'types', types[0]],
    ['listOffboardingRequests', {}, 'offboarding', request],
  ] as const;
  for (const [name, params, resource, row] of lists) {
    expect([name, await known(name, params)]).toEqual([name, null]);
    const [id = ''] = Object.values(params);
    await wasRead(resource, {}, id);
    expect(await answer(name, params)).toMatchObject({ data: [row] });
  }
  expect(await answer('getLocation', { entityId: VAN, locationId: place.id })).toEqual(place);
  const one = { offboardingRequestId: request.id };
  expect(await answer('getOffboardingRequest', one)).toMatchObject({ status: 'Pending' });
});

test('sessions of a period that was read whole, newest first; not of one that reaches further back', async () => {
  const sessions = [1, 2, 3].map((days) =>
    chargeSession({ startMs: READ - days * DAY, energy: days }),
  );
  const [, second, gone] = sessions;
  await storeFleetSessions(db, VAN, sessions, READ);
  const last = db.updateTable('fleet_sessions').where('id', '=', gone?.id ?? '');
  await last.set({ current: 0 }).execute();
  const of = async (query: { start?: string; end?: string }) => {
    const page = await answer('listChargeSessions', { entityId: VAN }, query);
    if (page === null) return null;
    return ENDPOINTS.listChargeSessions.answer.parse(page).data.map(({ id }) => id);
  };
  expect(await of({ start: from(2) })).toBeNull();
  await wasRead('sessions', { known_from: READ - 10 * DAY });
  expect(await of({ start: from(10) })).toEqual(sessions.slice(0, 2).map(({ id }) => id));
  expect(await of({ start: from(5), end: from(1) })).toEqual([second?.id]);
  expect(await of({ start: from(11) })).toBeNull();
  expect(await of({})).toBeNull();
  // After the last read nothing is known.
  expect(await of({ start: from(-1) })).toBeNull();
});

test('Commands of a period that was read whole, whichever system sent them', async () => {
  const at = (days: number) => ({ triggerTime: from(days) });
  const [ours, other, planned] = [randomUUID(), randomUUID(), randomUUID()];
  await storeBatch(db, { commands: [aCommand(ours, at(3))], members: [VAN] }, READ - 3 * DAY);
  await storeFleetCommand(db, aCommand(other, { ...at(1), status: 'Failed' }), READ);
  await storeFleetCommand(db, aCommand(planned, at(-20)), READ);
  const of = async (query: { start?: string; end?: string }) => {
    const page = await answer('listCommands', { entityId: VAN }, query);
    if (page === null) return null;
    return ENDPOINTS.listCommands.answer.parse(page).data.map(({ id }) => id);
  };
  expect(await of({ start: from(30) })).toBeNull();
  await wasRead('commands');
  expect(await of({ start: from(30) })).toEqual([planned, other, ours]);
  expect(await of({ start: from(30), end: from(1) })).toEqual([ours]);
  expect(await of({ start: from(36) })).toBeNull();
  expect(await of({ start: from(1), end: from(-401) })).toBeNull();
  const one = await answer('getCommand', { entityId: VAN, commandId: other });
  expect(one).toMatchObject({ status: 'Failed' });
  expect(await answer('getCommand', { entityId: OTHER, commandId: other })).toBeNull();
});

test('a change after the read is known, and a dispatch whose outcome is not', async () => {
  await storeDocument(db, VAN, 'features', [], READ);
  await wasRead('features', { changed_at: READ - 1 });
  expect(await known('listFeatures')).toMatchObject({ changedSince: false });
  const reads = db.updateTable('fleet_reads');
  await reads.set({ changed_at: READ + 1 }).execute();
  expect(await known('listFeatures')).toMatchObject({ changedSince: true });

  await wasRead('commands');
  const commands = () => known('listCommands', { entityId: VAN }, { start: from(1) });
  await storeBatch(db, { commands: null, members: [VAN] }, READ - HOUR);
  expect(await commands()).toMatchObject({ changedSince: false });
  await storeBatch(db, { commands: null, members: [VAN] }, READ + HOUR / 2);
  expect(await commands()).toMatchObject({ changedSince: true });
});
