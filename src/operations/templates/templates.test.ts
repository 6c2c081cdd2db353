import { beforeAll, expect, test } from 'vitest';
import { Template, TemplateList } from '../../contract/console/template.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

let operator: string;
const started = consoleOfAllTests();
beforeAll(async () => {
  operator = await started.gridhelm.signIn('operator');
});

const PATH = '/api/console/templates';
const add = (body: object, cookie = operator) =>
  started.gridhelm.page({ method: 'POST', path: PATH, body }, cookie);
const remove = (id: string, cookie = operator) =>
  started.gridhelm.page({ method: 'DELETE', path: `${PATH}/${id}` }, cookie);
const list = async () =>
  TemplateList.parse((await started.gridhelm.page({ path: PATH }, operator)).json()).templates;

const NIGHT = {
  name: ' Night ',
  kind: 'schedule',
  rows: [
    { type: 'StopCharging', at: { dayOffset: 0, time: '22:00', zone: 'Europe/Brussels' } },
    { type: 'StartCharging', at: { dayOffset: 1, time: '06:30', zone: 'Europe/Brussels' } },
  ],
  reason: 'night plan',
};

test('is stored with its author, listed for all by name, and deleted by its owner', async () => {
  const response = await add(NIGHT);
  expect(response.status).toBe(201);
  const made = Template.parse(response.json());
  expect(made).toMatchObject({
    name: 'Night',
    operatorName: 'Jonas Verbeek',
    reason: 'night plan',
  });
  const now = await add({ name: 'All off', kind: 'now', rows: [{ type: 'StopCharging' }] });
  expect((await list()).map(({ name }) => name)).toEqual(['All off', 'Night']);
  expect((await remove(made.id)).status).toBe(204);
  expect((await remove(made.id)).status).toBe(404);
  await remove(Template.parse(now.json()).id);
  expect(await list()).toEqual([]);
});

test('keeps a zone that this server does not have: the form checks it when it is used', async () => {
  const at = { dayOffset: 0, time: '22:00', zone: 'Europe/Later_Named' };
  const response = await add({ ...NIGHT, rows: [{ type: 'Reset', at }] });
  expect(Template.parse(response.json()).rows[0]?.at).toEqual(at);
  await remove(Template.parse(response.json()).id);
});

test('a name is unique, whatever its case', async () => {
  const made = Template.parse((await add(NIGHT)).json());
  const again = await add({ ...NIGHT, name: 'NIGHT' });
  expect(again.status).toBe(409);
  expect(again.problem().errors[0]?.message).toContain('already');
  await remove(made.id);
});

test.each([
  ['two Commands for now', { kind: 'now', rows: [...NIGHT.rows] }, 'rows'],
  ['an unknown type', { rows: [{ type: 'Sing' }] }, 'rows.0.type'],
  ['a missing value', { rows: [{ type: 'LimitFeedIn' }] }, 'rows.0.value'],
  [
    'an hour that does not exist',
    { rows: [{ type: 'Reset', at: { dayOffset: 0, time: '24:30', zone: 'UTC' } }] },
    'rows.0.at.time',
  ],
  ['no row', { rows: [] }, 'rows'],
])('%s is refused with a message', async (_name, change, field) => {
  const response = await add({ ...NIGHT, ...change });
  expect([response.status, response.problem().errors[0]?.code]).toEqual([400, field]);
  expect(await list()).toEqual([]);
});

test('only an administrator deletes templates of others; a viewer adds none', async () => {
  const made = Template.parse((await add(NIGHT)).json());
  const other = await remove(made.id, await started.gridhelm.signIn('approver'));
  expect(other.status).toBe(403);
  expect(other.problem().errors[0]?.message).toBe(
    'The role approver may not delete templates of others.',
  );
  expect((await add(NIGHT, await started.gridhelm.signIn('viewer'))).status).toBe(403);
  expect((await remove(made.id, await started.gridhelm.signIn('administrator'))).status).toBe(204);
});
