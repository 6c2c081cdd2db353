import { expect, test } from 'vitest';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { CARS } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const started = consoleOfAllTests({ config: { metrics: { host: '127.0.0.1', port: 0 } } });

async function read(path = '/metrics') {
  const line = started.gridhelm.logs.find((each) => each.includes('metrics are served'));
  const port = /"port":(\d+)/.exec(line ?? '')?.[1];
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, text: await answer.text() };
}
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

test('monitoring reads requests, failures of the Service and the store, and no id, name or address', async () => {
  const cookie = await started.gridhelm.signIn('viewer');
  const { path: template } = ENDPOINTS.listFeatures;
  const get = (id: string) =>
    started.gridhelm.page(
      { method: 'GET', path: PROXY_PREFIX + fillPath(template, { entityId: id }) },
      cookie,
    );
  started.fake.answer = () => ({ status: 200, body: [] });
  await get(CARS[0]);
  started.fake.answer = () => ({ status: 404, body: { errors: [{ message: 'Not found.' }] } });
  await get(CARS[1]);

  const { text } = await read();
  const of = (status: number) =>
    `http_request_duration_seconds_count{method="GET",route="${PROXY_PREFIX + template.replace(/\{(\w+)\}/g, ':$1')}",status="${status}"}`;
  expect([valueOf(text, of(200)), valueOf(text, of(404))]).toEqual([1, 1]);
  const service = (outcome: string) =>
    valueOf(text, `gridhelm_service_requests_total{outcome="${outcome}"}`);
  expect(service('ok')).toBeGreaterThan(0);
  expect(service('refused')).toBeGreaterThan(0);
  expect(valueOf(text, 'gridhelm_store_writable')).toBe(1);
  expect(valueOf(text, 'gridhelm_unknown_dispatches')).toBe(0);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  for (const told of [CARS[0], started.fake.baseUrl, 'viewer']) expect(text).not.toContain(told);
});

test('nothing else is served there, and no metrics are served with the pages', async () => {
  expect((await read('/')).status).toBe(404);
  const page = await started.gridhelm.ask({ method: 'GET', path: '/metrics' });
  expect(page.text).not.toContain('http_request_duration_seconds');
});
