import { beforeEach } from 'vitest';
import { BatchDetail, BatchRows } from '../../../contract/console/batch.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import type { Seen } from '../../../server/testing/fake-service.ts';
import { consoleOfEachTest } from '../../../server/testing/started-console.ts';

/** The id of the batch that the Service answers with. */
export const BATCH = 'bbbbbbbb-0000-4000-8000-000000000001';
/** The paths to send Commands now, and to plan them. */
export const NOW = `/api/v1/collectives/${FLEET}/commands`;
export const LATER = `${NOW}/schedule`;

/** @returns the id of the Command of a car */
export function commandId(index: number): string {
  return `cccccccc-0000-4000-8000-00000000000${index}`;
}

/** @returns a Command of a car, as the Service returns it */
export function command(index: number, status = 'Pending') {
  return {
    id: commandId(index),
    entityId: CARS[index],
    status,
    type: 'StopCharging',
    triggerTime: '2026-01-01T00:00:00Z',
  };
}

/** Accepts each dispatch with one Command, which reads as Succeeded. */
function accepting({ method }: Seen) {
  return method === 'POST'
    ? { status: 201, body: { batchId: BATCH, commands: [command(0)] } }
    : { status: 200, body: command(0, 'Succeeded') };
}

/** A console for each test, with an operator who may dispatch. */
export function dispatchesOfEachTest() {
  const started = consoleOfEachTest({ config: { timeoutMs: 300 }, answer: accepting });
  let operator = '';
  beforeEach(async () => {
    operator = await started.gridhelm.signIn('operator');
  });
  return {
    started,
    /** The session of the operator. */
    operator: () => operator,
    /** Sends a Command to the Fleet. @param key Idempotency-Key; null: without one */
    send: (
      key: string | null,
      body: object = { type: 'StopCharging' },
      more: { path?: string; headers?: Record<string, string> } = {},
    ) => {
      const headers = { ...(key === null ? {} : { 'idempotency-key': key }), ...more.headers };
      return started.send(`POST ${more.path ?? NOW}`, operator, body, headers);
    },
    /** Reads a batch. @param key of its dispatch */
    batch: async (key: string) => {
      const read = async (path: string) =>
        (await started.send(`GET /api/console/batches/${key}${path}`, operator)).json();
      const detail = BatchDetail.parse(await read(''));
      return { ...detail, rows: BatchRows.parse(await read('/rows?sort=entity')).rows };
    },
    /** Holds the Service's answer to a dispatch. @returns a function that releases it */
    holdAnswer: () => {
      let go = () => {};
      started.fake.answer = (seen) =>
        new Promise((resolve) => {
          go = () => resolve(accepting(seen));
        });
      return () => go();
    },
  };
}
