import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../server/testing/fake-service.ts';

let fake: FakeService;
beforeAll(async () => {
  fake = await startFakeService();
});
afterAll(() => fake.close());

const publicOrigin = 'https://console.example';
const forwarded = { path: '/healthz', headers: { 'x-forwarded-for': '192.0.2.1' } };
const said = ({ logs }: TestConsole) => logs.filter((line) => line.includes('TRUST_PROXY'));

test('warns about https without TRUST_PROXY at the start, and once when a request was forwarded', async () => {
  const gridhelm = await startTestConsole(fake, { config: { publicOrigin, logLevel: 'warn' } });
  const atStart = expect.stringContaining('PUBLIC_ORIGIN is https');
  expect(said(gridhelm)).toEqual([atStart]);
  for (let times = 0; times < 3; times += 1) await gridhelm.ask(forwarded);
  expect(said(gridhelm)).toEqual([atStart, expect.stringContaining('X-Forwarded-For')]);
  await gridhelm.running.close();
});

test('does not warn behind a trusted proxy or without a proxy', async () => {
  const behind = await startTestConsole(fake, { config: { publicOrigin, trustProxy: 1 } });
  await behind.ask(forwarded);
  const alone = await startTestConsole(fake);
  await alone.ask({ path: '/healthz' });
  expect([...said(behind), ...said(alone)]).toEqual([]);
  await behind.running.close();
  await alone.running.close();
});
