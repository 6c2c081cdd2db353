import { statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { AuditCheck, AuditPage } from '../../contract/console/audit.ts';
import { z } from '../../contract/zod.ts';
import { openStore } from '../../store/open-store.ts';
import { startTestConsole } from '../../server/testing/console-harness.ts';
import { startFakeService } from '../../server/testing/fake-service.ts';
import { anchorFile, readAnchors } from './anchor-file.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

describe('the chain over HTTP', () => {
  let administrator: string;
  const started = consoleOfAllTests();
  beforeAll(async () => {
    administrator = await started.gridhelm.signIn('administrator');
  });
  const check = async () => {
    const told = await started.gridhelm.page({ path: '/api/console/audit/check' }, administrator);
    return AuditCheck.parse(told.json());
  };
  const reanchor = (cookie: string, body: object = { reason: 'the old fault' }) =>
    started.gridhelm.page({ method: 'POST', path: '/api/console/audit/reanchor', body }, cookie);

  test('a body that is cut inside a surrogate pair leaves the chain whole', async () => {
    const operator = await started.gridhelm.signIn('operator');
    for (const start of ['x', 'xy']) {
      const body = { type: start + '😀'.repeat(3000) };
      const told = await started.gridhelm.page(
        { method: 'POST', path: '/api/console/bulk', body },
        operator,
      );
      expect(told.status).toBe(400);
    }
    expect(await check()).toMatchObject({ holds: true, breaks: [] });
  });

  test('only an administrator re-anchors, only a broken chain, and with a reason', async () => {
    const approver = await started.gridhelm.signIn('approver');
    const denied = await reanchor(approver);
    expect(denied.problem().errors[0]?.message).toBe(
      'The role approver may not re-anchor the audit log.',
    );
    const whole = await reanchor(administrator);
    expect([whole.status, whole.problem().code]).toEqual([409, 'changed_since']);

    const db = await openStore(path.join(started.gridhelm.dataDir, 'console.db'));
    await sql`drop trigger audit_log_no_update`.execute(db);
    await sql`update audit_log set target = 'forged' where sequence in (1, 2)`.execute(db);
    await db.destroy();
    expect(await check()).toMatchObject({ holds: false, brokenAt: 1, breaksTotal: 2 });
    expect((await reanchor(administrator, { reason: ' ' })).status).toBe(400);
    const mended = AuditCheck.parse((await reanchor(administrator)).json());
    expect(mended).toMatchObject({
      holds: true,
      acceptances: [{ operatorName: 'Tomasz Nowak', reason: 'the old fault', breaksTotal: 2 }],
    });
    const log = await started.gridhelm.page(
      { path: '/api/console/audit?action=audit-reanchored' },
      administrator,
    );
    const outcomes = AuditPage.parse(log.json()).rows.map(({ outcome }) => outcome);
    expect(outcomes.slice(0, 3)).toEqual(['done', 'anchored', 'begun']);
    expect((await check()).holds).toBe(true);
  });

  test('the head is in the log at info and in a file that only its owner can read', async () => {
    const file = anchorFile(started.gridhelm.dataDir);
    const Head = z.object({ level: z.literal(30), sequence: z.number(), hash: z.string() });
    await expect.poll(async () => (await readAnchors(file)).anchors.length).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { anchors } = await readAnchors(file);
    const heads = started.gridhelm.logs
      .filter((line) => line.includes('head of the audit log'))
      .map((line) => Head.parse(JSON.parse(line)));
    expect(heads.map(({ sequence, hash }) => [sequence, hash])).toContainEqual([
      anchors[0]?.sequence,
      anchors[0]?.hash,
    ]);
  });
});

test('heads go to the webhook; refusals and hanging requests delay no act', async () => {
  const Head = z.strictObject({ sequence: z.int(), hash: z.string(), at: z.iso.datetime() });
  const got: z.infer<typeof Head>[] = [];
  const held: http.ServerResponse[] = [];
  const hook = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      got.push(Head.parse(JSON.parse(text)));
      // The first request hangs until the test releases it.
      if (got.length === 1) held.push(response);
      else response.end();
    });
  });
  await new Promise<void>((resolve) => {
    hook.listen(0, '127.0.0.1', resolve);
  });
  const { port } = addressOf(hook.address());
  const fake = await startFakeService();
  const auditWebhookUrl = `http://127.0.0.1:${port}/heads`;
  const gridhelm = await startTestConsole(fake, { config: { auditWebhookUrl } });
  await gridhelm.signIn('operator');
  await expect.poll(() => held.length).toBe(1);
  await gridhelm.signIn('viewer');
  expect(got).toHaveLength(1);
  held[0]?.writeHead(503).end();
  await gridhelm.running.close();
  const { anchors } = await readAnchors(anchorFile(gridhelm.dataDir));
  expect(got.at(-1)).toEqual(anchors.at(-1));
  expect(gridhelm.logs.join('')).toContain('could not be sent to AUDIT_WEBHOOK_URL');
  await fake.close();
  hook.close();
});

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address;
}
