import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { trusted } from '../../../lib/trusted.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { audited } from '../../audit/act.ts';
import { readAudit } from '../../audit/audit-routes.ts';
import { createAudit } from '../../audit/audit.ts';
import { storeRun } from '../testing/stored-run.ts';
import { finishRun } from './finish-run.ts';
import { deleteRun } from './remove-run.ts';
import { runRoutes } from './run-routes.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const ADA = { operator: { id: 'a', name: 'Ada', role: 'approver' } } as const;
const OLGA = { id: 'o', name: 'Olga', role: 'operator' } as const;

test('a seal is recorded as done even if the report is deleted before its answer is read', async () => {
  const db = await memoryStore();
  const clock = manualClock(NOW);
  const run = await storeRun(db, { entities: [] }, NOW);
  await finishRun(db, run.id, NOW);
  const audit = createAudit({ db, clock, onError: (error) => expect.unreachable(String(error)) });
  const deleted: Promise<object>[] = [];
  const work = { wake: () => {} };
  const routes = runRoutes({
    db,
    clock,
    runner: work,
    fleet: work,
    remover: work,
    // Called after the seal is stored and before the answer is read.
    notify() {
      deleted.push(deleteRun(db, run.id, { by: ADA, reason: 'Wrong month' }));
    },
  });
  const { method, path } = REPORT_ROUTES.sealReport;
  const route = routes.find((one) => one.method === method && one.path === path);
  if (route === undefined) throw new Error('there is no such route');
  const request = trusted<FastifyRequest>({
    id: 'r',
    ip: '127.0.0.1',
    method,
    headers: { 'idempotency-key': randomUUID() },
    raw: { url: path },
    params: { id: run.id },
    signedIn: { operator: OLGA, sessionHash: 's' },
  });
  const parts = trusted<Parameters<typeof audited>[1]>({
    audit,
    hasRoom: () => Promise.resolve(true),
  });
  const seal = await audited(route, parts).prepare(request, trusted<FastifyReply>({ code() {} }));
  await expect(seal()).rejects.toMatchObject({ status: 404 });
  await Promise.all(deleted);
  const { rows } = await readAudit(db, { action: 'report' }, NOW);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['done']);
  expect(rows[0]?.body).toMatch(/^\{"sealed":"[0-9a-f]{64}"\}$/);
});
