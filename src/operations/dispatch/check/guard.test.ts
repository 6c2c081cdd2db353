import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { closeAs } from '../../../server/testing/unknown-dispatch.ts';
import {
  START,
  MINUTE,
  EMPTY,
  askFor,
  STOP,
  CHARGE,
  guardOfEachTest,
} from '../testing/guard-world.ts';
import { recordOutcome } from '../send/outcome-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import type { Asked } from './situation.ts';

describe('the guard', () => {
  const world = guardOfEachTest();
  const { sent, accepted, unknown, report, look } = world;

  describe('the same Command sent before', () => {
    test('within the window is found with operator, Command and time; later it is not', async () => {
      const id = await accepted(STOP, START);
      const { findings } = await report(STOP, START + 9 * MINUTE);
      const command = { type: 'StopCharging', value: null, triggerTime: null };
      const by = { dispatchId: id, operatorName: 'Ada', createdAt: isoInstant(START) };
      const state = { count: 2, open: 2, outcome: 'accepted' };
      expect(findings).toEqual([{ kind: 'same', ...by, ...command, ...state }]);
      expect(await look(STOP, START + 11 * MINUTE)).toEqual([]);
      expect(await look(STOP, START + MINUTE, 0)).toEqual([]);
    });

    test('compares the value too, and the Collective', async () => {
      await accepted(askFor({ type: 'LimitFeedIn', value: '5000' }), START, 'Failed');
      const same = async (value: string) => {
        const found = await look(askFor({ type: 'LimitFeedIn', value }), START);
        return found.filter((key) => key.startsWith('same'));
      };
      expect(await same('6000')).toEqual([]);
      expect(await same('5000')).toHaveLength(1);
      expect(await same('5000.0')).toHaveLength(1);
      const elsewhere = { ...askFor({ type: 'LimitFeedIn', value: '5000' }), collectiveId: EMPTY };
      expect(await look(elsewhere, START)).toEqual([]);
    });

    test('does not count if all Commands were canceled or the Service refused', async () => {
      await accepted(STOP, START, 'Canceled');
      const refused = await sent(STOP, START);
      const failure = { code: 'upstream_refused' as const, source: 'service' as const, errors: [] };
      const told = { status: 409, upstreamStatus: 409, failure, cause: null };
      await recordOutcome(world.db, refused, { outcome: 'refused', ...told }, START);
      expect(await look(STOP, START + MINUTE)).toEqual([]);
    });

    test('counts by its trigger time, not by the time of the send', async () => {
      const night = START + 12 * 3_600_000;
      const id = await accepted(askFor({ type: 'StopCharging', at: night }), START);
      expect(await look(STOP, START + MINUTE)).toEqual([]);
      expect(await look(STOP, night - MINUTE)).toEqual([`same:${id}`]);
      const next = askFor({ type: 'StopCharging', at: night + 5 * MINUTE });
      expect(await look(next, START + MINUTE)).toEqual([`same:${id}`]);
      const dayAfter = askFor({ type: 'StopCharging', at: night + 24 * 3_600_000 });
      expect(await look(dayAfter, START + MINUTE)).toEqual([]);
    });

    test('items of one request do not conflict with each other', async () => {
      const twice = askFor(
        { type: 'StopCharging', at: START + MINUTE },
        { type: 'StartCharging', at: START + 2 * MINUTE },
        { type: 'StopCharging', at: START + 3 * MINUTE },
      );
      expect(await look(twice, START)).toEqual([]);
    });
  });

  describe('an unresolved batch', () => {
    test('blocks any Command, even while it is being sent', async () => {
      const { dispatchId } = await sent(STOP, START);
      expect(await look(CHARGE, START + 60 * MINUTE)).toEqual([`unresolved:${dispatchId}`]);
    });

    test.each([
      ['no check yet', null, true],
      ['something unread, or a person’s to decide', 'open', true],
      ['a check that came too early', 'early', true],
      ['landed', 'landed', false],
      ['landed on some', 'partly', false],
      ['nothing landed', 'none', false],
    ])('%s', async (_name, verdict, stands) => {
      const dispatchId = await unknown(STOP, START, verdict);
      const found = await look(STOP, START + 60 * MINUTE);
      expect(found).toEqual(stands ? [`unresolved:${dispatchId}`] : []);
    });

    test('without a find may still land until its horizon', async () => {
      const dispatchId = await unknown(STOP, START, 'none');
      const horizon = START + 30 * MINUTE;
      await world.db.updateTable('resolutions').set({ horizon_at: horizon }).execute();
      const { findings } = await report(STOP, START + 20 * MINUTE);
      const open = { kind: 'unresolved', dispatchId, horizonAt: isoInstant(horizon) };
      expect(findings).toMatchObject([open]);
      expect(await look(CHARGE, START + 20 * MINUTE)).toEqual([`unresolved:${dispatchId}`]);
      const reset = await look(askFor({ type: 'Reset' }), START + 20 * MINUTE);
      expect(reset).toEqual(['no-taker:Reset']);
      expect(await look(STOP, horizon)).toEqual([]);
    });

    test.each([
      ['landed', 'is not a finding', CHARGE, 60],
      ['not-landed', 'does not count as sent before', STOP, 1],
    ] as const)('closed by a person as %s %s', async (verdict, _what, ask, minutes) => {
      const dispatchId = await unknown(STOP, START, 'open');
      await closeAs(world.db, dispatchId, START, verdict);
      expect(await look(ask, START + minutes * MINUTE)).toEqual([]);
    });

    test('is not a finding if it did not land, and counts as sent if it landed', async () => {
      await unknown(STOP, START, 'none');
      expect(await look(STOP, START + MINUTE)).toEqual([]);
      const landed = await unknown(STOP, START, 'landed');
      expect(await look(STOP, START + MINUTE)).toEqual([`same:${landed}`]);
    });
  });

  test('a Command that the Service made unasked counts as sent before', async () => {
    const commands = CARS.map((entityId) => aCommand(randomUUID(), { entityId }));
    const id = await storeBatch(world.db, { items: CHARGE.items, commands }, START);
    expect(await look(STOP, START + MINUTE)).toContain(`same:${id}`);
    expect(await look(STOP, START + 30 * MINUTE)).not.toContain(`same:${id}`);
  });

  describe('the opposite', () => {
    test('is found while one of its Commands is open; for a dispatch now, whenever that triggers', async () => {
      const tomorrow = START + 24 * 3_600_000;
      const open = await accepted(CHARGE, START);
      const ahead = await accepted(askFor({ type: 'StartCharging', at: tomorrow }), START + 1);
      await accepted(CHARGE, START + 2, 'Succeeded');
      const found = await look(STOP, START + 60 * MINUTE);
      expect(found).toEqual([`opposite:${ahead}`, `opposite:${open}`]);
      expect(await look(CHARGE, START + 60 * MINUTE)).toEqual([]);
    });

    test('that ended within the window is found, without open Commands', async () => {
      const id = await accepted(CHARGE, START, 'Succeeded');
      await accepted(CHARGE, START, 'Canceled');
      const { findings } = await report(STOP, START + 2 * MINUTE);
      expect(findings).toMatchObject([{ kind: 'opposite', dispatchId: id, count: 2, open: 0 }]);
      expect(await look(STOP, START + 11 * MINUTE)).toEqual([]);
      expect(await look(STOP, START + 2 * MINUTE, 0)).toEqual([]);
      const tomorrow = askFor({ type: 'StopCharging', at: START + 24 * 3_600_000 });
      expect(await look(tomorrow, START + 2 * MINUTE)).toEqual([]);
    });

    test('for a schedule counts only near the planned instant', async () => {
      const night = START + 12 * 3_600_000;
      const ahead = await accepted(askFor({ type: 'StartCharging', at: night }), START);
      const near = askFor({ type: 'StopCharging', at: night + 5 * MINUTE });
      expect(await look(near, START)).toEqual([`opposite:${ahead}`]);
      const far = askFor({ type: 'StopCharging', at: night + 60 * MINUTE });
      expect(await look(far, START)).toEqual([]);
    });
  });

  describe('batches of another Collective', () => {
    const NIGHT = '00000000-0000-4000-8000-0000000000a1';
    const OTHERS = '00000000-0000-4000-8000-0000000000a2';
    const BUS = '00000000-0000-4000-8000-0000000000a3';
    const [van, car] = CARS;
    beforeEach(async () => {
      const of = { type: 'Fleet', owner: null };
      const collectives = [
        { ...of, id: NIGHT, name: 'Night fleet', entities: [van] },
        { ...of, id: OTHERS, name: 'Others', entities: [BUS] },
      ];
      const entities = [{ id: BUS, name: 'Bus', type: 'EV', brand: null }];
      await importDirectory(world.db, { collectives, entities }, 'import', START);
    });
    const toNight = (ask: Asked): Asked => ({ ...ask, collectiveId: NIGHT });
    const shared = { collectiveName: 'Depot', entities: 1 };

    test('that reached shared Entities are found, with their number', async () => {
      const same = await accepted(STOP, START, 'Failed');
      const ended = await accepted(CHARGE, START + 1, 'Succeeded');
      const open = await accepted(CHARGE, START + 2);
      const doubtful = await unknown(CHARGE, START + 3, null);
      const { findings } = await report(toNight(STOP), START + 4 * MINUTE);
      expect(findings).toMatchObject([
        { kind: 'unresolved', dispatchId: doubtful, outcome: 'unknown', shared },
        { kind: 'opposite', dispatchId: open, open: 1, count: 1, shared },
        { kind: 'opposite', dispatchId: ended, open: 0, shared },
        { kind: 'same', dispatchId: same, shared },
      ]);
    });

    test('count the Entities that the answer named, even if they were not known members', async () => {
      const id = await accepted(CHARGE, START);
      await world.db.updateTable('commands').set({ member: 0 }).execute();
      await world.db.deleteFrom('memberships').where('entity_id', '=', car).execute();
      const { findings } = await report(toNight(STOP), START + MINUTE);
      expect(findings).toMatchObject([{ dispatchId: id, shared }]);
    });

    test('without shared Entities are not found', async () => {
      await accepted(CHARGE, START);
      await unknown(STOP, START, null);
      await accepted(STOP, START);
      expect(await look({ ...STOP, collectiveId: OTHERS }, START + MINUTE)).toEqual([]);
    });
  });

  test('a Command that no Entity accepts is found, unless a type or every Entity is unknown', async () => {
    const DISCONNECT = askFor({ type: 'Disconnect' });
    const { findings, totals } = await report(DISCONNECT, START);
    expect(findings).toEqual([{ kind: 'no-taker', type: 'Disconnect', count: 2 }]);
    expect(totals).toEqual([{ kind: 'no-taker', total: 1 }]);
    expect(await look({ ...DISCONNECT, collectiveId: EMPTY }, START)).toEqual([]);
    await world.db.updateTable('entities').set({ type: null }).where('id', '=', CARS[0]).execute();
    expect(await look(DISCONNECT, START)).toEqual([]);
  });
});
