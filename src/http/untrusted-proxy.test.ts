import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole } from '../server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../server/testing/fake-service.ts';

let fake: FakeService;
beforeAll(async () => {
  fake = await startFakeService();
});
afterAll(() => fake.close());

test(
  'warns about https without TRUST_PROXY at the start, and once when a request was forwarded',
  { timeout: 60_000 },
  async () => {
    const gridhelm = await startTestConsole(fake, {
      config: { publicOrigin: 'https://console.example', logLevel: 'warn' },
    });
    const said = () => gridhelm.logs.filter((line) => line.includes('TRUST_PROXY'));
    expect(said()).toEqual([expect.stringContaining('PUBLIC_ORIGIN is https')]);
    for (let times = 0; times < 3; times += 1) {
      await gridhelm.ask({ path: '/healthz', headers: { 'x-forwarded-for': '192.0.2.1' } });
    }
    expect(said()).toEqual([
      expect.stringContaining('PUBLIC_ORIGIN is https'),
      expect.stringContaining('X-Forwarded-For'),
    ]);
    await gridhelm.running.close();
  },
);

test('does not warn behind a trusted proxy or without a proxy', { timeout: 60_000 }, async () => {
  const behind = await startTestConsole(fake, {
    config: { publicOrigin: 'https://console.example', trustProxy: 1 },
  });
  await behind.ask({ path: '/healthz', headers: { 'x-forwarded-for': '192.0.2.1' } });
  const alone = await startTestConsole(fake);
  await alone.ask({ path: '/healthz' });
  expect([...behind.logs, ...alone.logs].filter((line) => line.includes('TRUST_PROXY'))).toEqual(
    [],
  );
  await behind.running.close();
  await alone.running.close();
});
