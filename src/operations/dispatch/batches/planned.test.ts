import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { readSchedule } from './planned.ts';

const NOW = Date.UTC(2026, 5, 1);
const HOUR = 3_600_000;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await smallStore(NOW);
});

describe('the schedule', () => {
  const at = (hours: number) => isoInstant(NOW + hours * HOUR);
  const command = (hours: number, more: Parameters<typeof aCommand>[1] = {}) =>
    aCommand(randomUUID(), { triggerTime: at(hours), ...more });

  test('groups future Commands by instant, type and value, soonest first', async () => {
    const items = [
      { type: 'StopCharging', value: null, triggerTime: at(2) },
      { type: 'LimitFeedIn', value: '500', triggerTime: at(1) },
    ];
    const commands = [
      command(2),
      command(2, { entityId: CARS[1], status: 'Canceled' }),
      command(1, { type: 'LimitFeedIn', value: '500' }),
      command(-1),
      command(3, { status: 'Canceled' }),
    ];
    const id = await storeBatch(db, { kind: 'schedule', items, commands }, NOW);
    const plannedAs = { wallClock: '2026-06-01T04:00', zone: 'Europe/Brussels' };
    const intent = db.updateTable('intents').where('id', '=', id);
    await intent.set({ planned: JSON.stringify([plannedAs, null]) }).execute();
    const { items: planned } = await readSchedule(db, undefined, NOW);
    expect(planned).toMatchObject([
      { type: 'LimitFeedIn', value: '500', triggerTime: at(1), open: 1, plannedAs: null },
      {
        batch: { dispatchId: id, collectiveName: 'Depot' },
        type: 'StopCharging',
        triggerTime: at(2),
        total: 2,
        open: 1,
        verdictCounts: { pending: 1, canceled: 1 },
        plannedAs,
        oldestObservedAt: isoInstant(NOW),
      },
    ]);
    expect((await readSchedule(db, FLEET, NOW)).items).toHaveLength(2);
    expect((await readSchedule(db, randomUUID(), NOW)).items).toEqual([]);
  });

  test('lists unknown outcomes that may include plans, until a check is final', async () => {
    const unknown = async (hours: number) => {
      const items = [{ type: 'Reset', value: null, triggerTime: at(hours) }];
      const id = await storeBatch(db, { kind: 'schedule', items, commands: null }, NOW);
      await db.updateTable('intents').set({ outcome: 'unknown' }).where('id', '=', id).execute();
      return id;
    };
    const id = await unknown(1);
    await unknown(-1);
    const unresolved = async () => (await readSchedule(db, undefined, NOW)).unresolved;
    expect(await unresolved()).toEqual([{ dispatchId: id, collectiveName: 'Depot' }]);
    const check = { dispatch_id: id, state: 'done', verdict: 'none', started_at: NOW };
    await db.insertInto('resolutions').values(check).execute();
    expect(await unresolved()).toEqual([]);
  });
});
