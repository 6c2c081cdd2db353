import { beforeEach, describe, expect, test } from 'vitest';
import { importDirectory } from '../../directory/import.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import {
  START,
  MINUTE,
  WINDOW,
  EMPTY,
  ADA,
  askFor,
  requestOf,
  STOP,
  CHARGE,
  guardOfEachTest,
} from '../testing/guard-world.ts';
import type { GuardAsk } from './guard-earlier.ts';
import { recordIntent } from '../send/ledger.ts';

const NIGHT = '00000000-0000-4000-8000-0000000000a1';
const OTHERS = '00000000-0000-4000-8000-0000000000a2';
const BUS = '00000000-0000-4000-8000-0000000000a3';
const world = guardOfEachTest();
const { accepted, unknown, report, look } = world;

describe('batches of another Collective', () => {
  const [van, car] = CARS;
  beforeEach(async () => {
    const of = (id: string, name: string, entities: string[]) => ({
      id,
      name,
      type: 'Fleet',
      owner: null,
      entities,
    });
    const collectives = [of(NIGHT, 'Night fleet', [van]), of(OTHERS, 'Others', [BUS])];
    const entities = [{ id: BUS, name: 'Bus', type: 'EV', brand: null }];
    await importDirectory(world.db, { collectives, entities }, 'import', START);
  });
  const toNight = (ask: GuardAsk): GuardAsk => ({ ...ask, collectiveId: NIGHT });
  const inCommon = { collectiveName: 'Depot', entities: 1 };

  test('that sent the opposite to shared Entities are found, open or just ended, with their number', async () => {
    const ended = await accepted(CHARGE, START, 'Succeeded');
    const open = await accepted(CHARGE, START + 1);
    const { findings } = await report(toNight(STOP), START + 2 * MINUTE);
    expect(findings).toMatchObject([
      { kind: 'opposite', dispatchId: open, open: 1, count: 1, shared: inCommon },
      { kind: 'opposite', dispatchId: ended, open: 0, shared: inCommon },
    ]);
  });

  test('that sent the same, or whose outcome is not known, are found', async () => {
    const same = await accepted(STOP, START);
    const open = await unknown(CHARGE, START + 1, null);
    const { findings } = await report(toNight(STOP), START + 2 * MINUTE);
    expect(findings).toMatchObject([
      { kind: 'unresolved', dispatchId: open, outcome: 'unknown', shared: inCommon },
      { kind: 'same', dispatchId: same, shared: inCommon },
    ]);
  });

  test('count the Entities that the answer named, even if they were not known members', async () => {
    await world.db.deleteFrom('intent_members').execute();
    const id = await accepted(CHARGE, START);
    await world.db.deleteFrom('intent_members').execute();
    await world.db.deleteFrom('memberships').where('entity_id', '=', car).execute();
    const { findings } = await report(toNight(STOP), START + MINUTE);
    expect(findings).toMatchObject([{ dispatchId: id, shared: inCommon }]);
  });

  test('without shared Entities are not found', async () => {
    await accepted(CHARGE, START);
    await unknown(STOP, START, null);
    await accepted(STOP, START);
    expect(await look({ ...STOP, collectiveId: OTHERS }, START + MINUTE)).toEqual([]);
  });
});

describe('a Command that no Entity accepts', () => {
  const DISCONNECT = askFor({ type: 'Disconnect' });

  test('is found, and needs an override with its kind', async () => {
    const { findings, totals } = await report(DISCONNECT, START);
    expect(findings).toEqual([{ kind: 'no-taker', type: 'Disconnect', count: 2 }]);
    expect(totals).toEqual([{ kind: 'no-taker', total: 1 }]);
    const at = { now: START, guardWindowMs: WINDOW };
    await expect(recordIntent(world.db, requestOf(DISCONNECT), ADA, at)).rejects.toThrow(
      'No known Entity',
    );
    const request = requestOf(DISCONNECT, { override: { kinds: ['no-taker'], seen: 0 } });
    expect(await recordIntent(world.db, request, ADA, at)).toBeNull();
  });

  test('is not a finding if a type, or every Entity, is unknown', async () => {
    expect(await look({ ...DISCONNECT, collectiveId: EMPTY }, START)).toEqual([]);
    await world.db.updateTable('entities').set({ type: null }).where('id', '=', CARS[0]).execute();
    expect(await look(DISCONNECT, START)).toEqual([]);
  });
});
