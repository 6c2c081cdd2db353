import { describe, expect, test } from 'vitest';
import { lastOutcome } from '../places/place-filter.ts';
import { chargeSession, storeFleetReads, storeFleetSessions } from '../testing/fleet-rows.ts';
import { noteCommands, takeChanges } from './take-changes.ts';
import { DAY, HOUR, NOW, ONE, TWO, VANS, factsOfEachTest } from '../testing/facts-world.ts';

const world = factsOfEachTest();
const { renew, factsOf, names, storeListed, storeOurs } = world;

describe('facts of an Entity', () => {
  test('never read is not zero: an Entity of which nothing was read has no facts', async () => {
    expect(await factsOf(ONE)).toBeNull();
    await renew();
    expect(await factsOf(ONE)).toMatchObject({
      energy: null,
      capacity: null,
      capture: null,
      last: null,
      readAt: null,
    });
    await storeFleetReads(world.db, ONE, NOW, NOW - 40 * DAY);
    await renew();
    const read = await factsOf(ONE);
    // Nothing adds up to zero where no session is known.
    expect(read?.energy).toMatchObject({ value: null, unit: null, isStale: false });
    expect(read?.energy?.days).toEqual(Array.from({ length: 30 }, () => 0));
    expect(read?.capacity).toMatchObject({ value: null });
    expect(await names({ capacity: 'never' })).toEqual(['Van 2', 'Van 3']);
    expect(await names({ capacity: '~none' })).toEqual(['Van 1']);
  });

  test('energy is added by whole UTC day in the unit of most sessions; days not read are not zero', async () => {
    await storeFleetReads(world.db, ONE, NOW, NOW - 3 * DAY);
    const at = (days: number, energy: number) =>
      chargeSession({ startMs: NOW - days * DAY, energy });
    await storeFleetSessions(world.db, ONE, [at(0, 1.5), at(1, 2), at(1, 0.25)], NOW);
    await renew();
    const energy = (await factsOf(ONE))?.energy;
    expect(energy).toMatchObject({
      value: 3.75,
      unit: 'kWh',
      leftOut: { otherUnits: 0, withoutEnergy: 0 },
      // Sessions of today are computed tomorrow, and those over midnight a day later.
      until: '2026-03-02',
      provisionalFrom: '2026-02-28',
    });
    expect(energy?.days.slice(-4)).toEqual([0, 0, 2.25, 1.5]);
  });

  test('what was read too long ago is stale', async () => {
    await storeFleetReads(world.db, ONE, NOW - 2 * DAY, NOW - 40 * DAY);
    await renew();
    const facts = await factsOf(ONE);
    expect(facts?.energy?.isStale).toBe(true);
    expect(facts?.capacity?.isStale).toBe(false);
  });

  test('an Entity is silent only if it had sessions, and as soon as the time has come', async () => {
    for (const van of VANS) await storeFleetReads(world.db, van, NOW, NOW - 40 * DAY);
    const ending = (days: number) => chargeSession({ startMs: NOW - days * DAY - HOUR, energy: 1 });
    await storeFleetSessions(world.db, ONE, [ending(15)], NOW);
    await storeFleetSessions(world.db, TWO, [ending(13.9)], NOW);
    await renew();
    expect(await names({ silent: '1' })).toEqual(['Van 1']);
    expect((await factsOf(ONE))?.seenAt).toBe(new Date(NOW - 15 * DAY).toISOString());
    expect(await takeChanges(world.db, 100, NOW + HOUR)).toMatchObject({ count: 0 });
    expect((await takeChanges(world.db, 100, NOW + 3 * HOUR)).count).toBe(1);
    expect(await names({ silent: '1' })).toEqual(['Van 1', 'Van 2']);
  });

  test('an Entity that was offboarded is not silent', async () => {
    await storeFleetReads(world.db, ONE, NOW, NOW - 40 * DAY);
    const last = chargeSession({ startMs: NOW - 15 * DAY - HOUR, energy: 1 });
    await storeFleetSessions(world.db, ONE, [last], NOW);
    await renew();
    expect(await names({ silent: '1' })).toEqual(['Van 1']);
    await world.db
      .updateTable('entities')
      .set({ offboarded_at: NOW })
      .where('id', '=', ONE)
      .execute();
    await renew();
    expect(await names({ silent: '1' })).toEqual([]);
    expect((await factsOf(ONE))?.seenAt).toBe(new Date(NOW - 15 * DAY).toISOString());
  });

  test('was last seen when its session ends, in the future too; and from when on that is known', async () => {
    await storeFleetReads(world.db, ONE, NOW, NOW - 40 * DAY);
    await storeFleetSessions(
      world.db,
      ONE,
      [chargeSession({ startMs: NOW + DAY, energy: 1 })],
      NOW,
    );
    await renew();
    expect(await factsOf(ONE)).toMatchObject({
      seenAt: new Date(NOW + DAY + HOUR).toISOString(),
      sessionsFrom: new Date(NOW - 40 * DAY).toISOString(),
    });
  });
});

describe('the last Command', () => {
  const outcomeOf = async (entity: string) =>
    (
      await world.db
        .selectFrom('entities')
        .where('id', '=', entity)
        .select(lastOutcome(world.db, NOW, 'entities.id'))
        .executeTakeFirst()
    )?.outcome;

  test('is the newest that is due, also one of another system', async () => {
    await storeOurs(ONE, NOW - 2 * HOUR, 'Failed', 'failed');
    expect(await noteCommands(world.db)).toBe(false);
    await takeChanges(world.db, 100, NOW);
    expect((await factsOf(ONE))?.last).toMatchObject({ verdict: 'failed', isOurs: true });
    expect(await outcomeOf(ONE)).toBe('failed');
    await storeListed(ONE, { status: 'Succeeded', verdict: 'verified' });
    await renew();
    expect((await factsOf(ONE))?.last).toMatchObject({
      verdict: 'verified',
      type: 'StartCharging',
      isOurs: false,
      at: new Date(NOW - HOUR).toISOString(),
    });
    expect(await outcomeOf(ONE)).toBe('verified');
    // One of ours that is newer counts on the map before the lists have taken it over.
    await storeOurs(ONE, NOW - 60_000, 'Canceled', 'canceled');
    expect(await outcomeOf(ONE)).toBe('canceled');
  });

  test('ours that the Service lists too is one, with the status that was read last', async () => {
    const command = await storeOurs(ONE, NOW - 2 * HOUR, 'Sent', 'sent');
    const trigger = NOW - 2 * HOUR + 3000;
    await storeListed(ONE, { id: command, trigger_at: trigger, verdict: 'failed' });
    await renew();
    expect((await factsOf(ONE))?.last).toMatchObject({ verdict: 'failed', isOurs: true });
  });

  test('one in the future is planned, and is not the last; its time has facts computed again', async () => {
    await storeListed(ONE, { trigger_at: NOW + HOUR, status: 'Pending', verdict: 'pending' });
    await renew();
    expect(await factsOf(ONE)).toMatchObject({
      last: null,
      planned: { type: 'StartCharging', at: new Date(NOW + HOUR).toISOString() },
    });
    expect(await names({ planned: '1' })).toEqual(['Van 1']);
    expect((await takeChanges(world.db, 100, NOW + HOUR)).count).toBe(1);
    expect(await factsOf(ONE, NOW + HOUR)).toMatchObject({
      planned: null,
      last: { verdict: 'pending' },
    });
  });
});
