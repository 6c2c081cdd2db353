import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../contract/command.ts';
import { isSettled, isTerminal } from '../domain/command-status.ts';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from './test-support.ts';

const MINUTE = 60_000;

let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest();
});
afterAll(() => sut.close());

const iso = (ms: number) => new Date(ms).toISOString();

type Action =
  | { kind: 'send'; type: string; ignoreCooldown: boolean }
  | { kind: 'schedule'; inMs: number }
  | { kind: 'cancel'; pick: number }
  | { kind: 'pass'; ms: number }
  | { kind: 'restart' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      type: fc.constantFrom('StopCharging', 'StartCharging', 'LimitFeedIn', 'Reset'),
      ignoreCooldown: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('schedule' as const),
      inMs: fc.integer({ min: 0, max: 5 * MINUTE }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(10_000) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5 * MINUTE })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

describe('the state of a Command', () => {
  test('never leaves a terminal state, and only goes forward, whatever the requests', async () => {
    const own = await serviceUnderTest();
    const order = ['Pending', 'Triggered', 'Sent', 'Succeeded', 'Failed', 'Canceled'];
    const known = new Map<string, Command>();
    const faults: unknown[] = [];
    let nowMs = TEST_START_MS;
    const params = { collectiveId: IDS.fleet };
    const entities = new Set<string>();

    const look = async () => {
      for (const entityId of entities) {
        const query = { pageSize: 1000 };
        const { body } = await own.call('listCommands', { params: { entityId }, query });
        for (const now of body.data) {
          const before = known.get(now.id);
          known.set(now.id, now);
          if (before === undefined) continue;
          const back = order.indexOf(now.status) < order.indexOf(before.status);
          const left = isTerminal(before.status) && now.status !== before.status;
          const changed = isSettled(before) && JSON.stringify(now) !== JSON.stringify(before);
          if (back || left || changed) faults.push({ before, now });
        }
      }
    };
    const act = async (one: Action) => {
      switch (one.kind) {
        case 'send': {
          const { ignoreCooldown, type } = one;
          const value = type === 'LimitFeedIn' ? '5000' : null;
          const sent = await own.call('sendCommand', {
            params,
            body: { type, value },
            query: { ignoreCooldown },
          });
          for (const { entityId } of sent.body.commands.slice(0, 5)) entities.add(entityId);
          break;
        }
        case 'schedule': {
          const body = [{ type: 'StopCharging', value: null, triggerTime: iso(nowMs + one.inMs) }];
          const { status } = await own.call('scheduleCommands', { params, body });
          if (status !== 201) faults.push({ schedule: status });
          break;
        }
        case 'cancel': {
          const command = [...known.values()][one.pick % Math.max(1, known.size)];
          if (command === undefined) break;
          const ids = { entityId: command.entityId, commandId: command.id };
          const { status } = await own.call('cancelCommand', { params: ids });
          const { body } = await own.call('getCommand', { params: ids });
          // A terminal Command cannot be canceled; a canceled one is Canceled.
          const right =
            status === 200
              ? body.status === 'Canceled' && !isTerminal(command.status)
              : status === 409 && body.status !== 'Pending';
          if (!right) faults.push({ command, status, body });
          break;
        }
        case 'pass':
          nowMs += one.ms;
          own.pass(one.ms);
          break;
        case 'restart':
          await own.restart();
          break;
      }
    };
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
          for (const one of actions) {
            await act(one);
            await look();
            expect(faults).toEqual([]);
          }
        }),
        // A run continues from the state of the previous one, so a shorter example would not be the same.
        { numRuns: 6, endOnFailure: true },
      );
      // Whatever was drawn, some Commands were Pending, canceled and done at the end.
      await act({ kind: 'send', ignoreCooldown: true, type: 'StopCharging' });
      await act({ kind: 'pass', ms: 120_000 });
      await act({ kind: 'schedule', inMs: 3_600_000 });
      await look();
      const pick = [...known.values()].findIndex(({ status }) => status === 'Pending');
      await act({ kind: 'cancel', pick });
      await look();
      expect(faults).toEqual([]);
      expect(new Set([...known.values()].map(({ status }) => status)).size).toBeGreaterThan(2);
    } finally {
      await own.close();
    }
  });
});
