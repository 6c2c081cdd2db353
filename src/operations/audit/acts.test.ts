import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditCheck, AuditPage } from '../../contract/console/audit.ts';
import { SealedReport } from '../../contract/console/sealed-report.ts';
import { openStore } from '../../store/open-store.ts';
import { CARS, FLEET, startTestConsole } from '../../server/testing/console-harness.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const TEXT_BODY = { 'content-type': 'text/plain' };

describe('the audit log over HTTP', () => {
  let administrator: string;
  let operator: string;
  const started = consoleOfAllTests();
  beforeAll(async () => {
    administrator = await started.gridhelm.signIn('administrator');
    operator = await started.gridhelm.signIn('operator');
  });
  beforeEach(() => {
    started.fake.seen.length = 0;
  });
  /** Reports of other tests may still read sessions; nothing else may reach the Service. */
  const changesSeen = () => started.fake.seen.filter(({ method }) => method !== 'GET');
  const log = async (query = '') => {
    const answered = await started.gridhelm.page(
      { path: `/api/console/audit${query}` },
      administrator,
    );
    return AuditPage.parse(answered.json()).acts;
  };
  const actions = async (requestId: unknown) =>
    (await log())
      .filter((row) => row.requestId === requestId)
      .map(({ action, outcome }) => `${action} ${outcome}`)
      .toReversed();
  const dispatch = (key: string, headers: Record<string, string> = {}, query = '') =>
    started.gridhelm.page(
      {
        method: 'POST',
        path: `/api/v1/collectives/${FLEET}/commands${query}`,
        headers: { 'idempotency-key': key, ...headers },
        body: { type: 'StopCharging', value: null },
      },
      operator,
    );

  test('signing in and out, with who and from where, and without the cookie', async () => {
    const cookie = await started.gridhelm.signIn('viewer');
    await started.gridhelm.page({ method: 'POST', path: '/auth/sign-out' }, cookie);
    await expect.poll(() => log('?action=sign-out')).toHaveLength(1);
    const [out] = await log('?action=sign-out');
    const signIns = await log('?action=sign-in');
    const own = signIns.find((row) => row.operatorName === out?.operatorName);
    expect(own?.session).toBe(out?.session);
    expect(own?.session).toMatch(/^[0-9a-f]{10}$/);
    expect(own?.address).toBe('127.0.0.1');
    expect(JSON.stringify(await log())).not.toContain(cookie.split('=')[1]);
  });

  test('a dispatch is recorded before it is sent, and again with its outcome', async () => {
    const key = 'aaaaaaaa-0000-4000-8000-00000000a001';
    let atSend: string[] = [];
    started.fake.answer = async () => {
      const acts = await log('?action=dispatch');
      atSend = acts.filter((act) => act.dispatchId === key).map(({ outcome }) => outcome);
      return { status: 201, body: { batchId: key, commands: [] } };
    };
    const answered = await dispatch(key, { 'x-gridhelm-reason': 'grid%20full' });
    expect(answered.status).toBe(201);
    expect(atSend).toEqual(['begun']);
    const id = answered.headers['x-request-id'];
    await expect.poll(() => actions(id)).toEqual(['dispatch accepted']);
    const [sent] = await log('?action=dispatch');
    expect(sent).toMatchObject({ target: `collective ${FLEET}`, dispatchId: key });
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      commands: { type: 'StopCharging' },
      ignoreCooldown: false,
      reason: 'grid full',
    });
  });

  test('each override is a row; a refusal carries status and message', async () => {
    started.fake.answer = () => ({
      status: 422,
      body: { errors: [{ code: 'c', message: 'Not now.' }] },
    });
    const key = 'aaaaaaaa-0000-4000-8000-00000000a002';
    const answered = await dispatch(
      key,
      { 'x-gridhelm-reason': 'because', 'x-gridhelm-override': `same:${key.replace('2', '1')}` },
      '?ignoreCooldown=true',
    );
    const id = answered.headers['x-request-id'];
    await expect
      .poll(() => actions(id))
      .toEqual([expect.stringMatching(/^dispatch (?:refused|failed)$/)]);
    const [sent] = await log('?action=guard-overridden');
    expect(sent).toMatchObject({
      requestId: id,
      overrides: ['guard-overridden', 'cooldown-overridden'],
    });
    expect(sent?.rows).toHaveLength(4);
  });

  test('a dispatch whose answer is lost is unknown', async () => {
    started.fake.answer = () => 'reset';
    const path = `/api/v1/entities/${CARS[0]}/features`;
    const body = { feature: 'CaptureChargeSessions', enabled: true };
    const answered = await started.gridhelm.page({ method: 'PATCH', path, body }, operator);
    expect(answered.status).toBeGreaterThanOrEqual(500);
    await expect.poll(() => actions(answered.headers['x-request-id'])).toEqual(['change unknown']);
  });

  test('canceling one Command, with the status that the Service answered', async () => {
    started.fake.answer = () => ({
      status: 409,
      body: { errors: [{ code: 'late', message: 'Too late' }] },
    });
    const path = `/api/v1/entities/${CARS[0]}/commands/${CARS[1]}`;
    const answered = await started.gridhelm.page({ method: 'PATCH', path }, operator);
    await expect.poll(() => actions(answered.headers['x-request-id'])).toEqual(['cancel refused']);
    const [last] = await log('?action=cancel');
    expect(last).toMatchObject({
      upstreamStatus: 409,
      target: `entity ${CARS[0]}, command ${CARS[1]}`,
      answer: '{"code":"upstream_refused","words":"Too late"}',
    });
  });

  test('a change of the directory names its record; an import keeps no document', async () => {
    const path = `/api/console/collectives/${FLEET}`;
    const edit = { method: 'PATCH', path, body: { note: 'Depot north' } } as const;
    const edited = await started.gridhelm.page(edit, administrator);
    expect(edited.status).toBe(200);
    const document = { collectives: [{ id: CARS[0], name: 'Yard' }], entities: [] };
    const importPath = '/api/console/directory/import?file=fleet.csv';
    await started.gridhelm.page(
      { method: 'POST', path: importPath, body: document },
      administrator,
    );
    const changes = () => log('?action=directory-changed');
    const outcomes = async () => (await changes()).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['done', 'done']);
    const [imported, changed] = await changes();
    expect(imported).toMatchObject({ target: 'directory', body: '{"file":"fleet.csv"}' });
    const added = { added: 1, updated: 0, unchanged: 0 };
    expect(JSON.parse(imported?.answer ?? '')).toMatchObject({
      file: 'fleet.csv',
      imported: { collectives: added, memberships: { added: 0, removed: 0 } },
    });
    expect(JSON.stringify(await changes())).not.toContain('Yard');
    expect(changed).toMatchObject({ target: `collective ${FLEET}` });
    const kept: unknown = JSON.parse(changed?.body ?? '');
    expect(kept).toEqual({ was: { note: null }, note: 'Depot north' });
  });

  test('exporting the directory or a file is recorded with the operator and the target', async () => {
    const path = '/api/console/directory/export';
    expect((await started.gridhelm.page({ path }, operator)).status).toBe(200);
    const body = { what: 'batch', id: CARS[0], rows: 60 };
    const file = { method: 'POST', path: '/api/console/audit/files', body } as const;
    expect((await started.gridhelm.page(file, operator)).status).toBe(204);
    const outcomes = async () => (await log('?action=export')).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['done', 'done']);
    const [made, directory] = await log('?action=export');
    expect(directory).toMatchObject({ target: 'directory', operatorName: 'Jonas Verbeek' });
    expect(made).toMatchObject({ target: `batch ${CARS[0]}`, operatorName: 'Jonas Verbeek' });
    expect(JSON.parse(made?.body ?? '')).toEqual(body);
    expect((await started.gridhelm.page({ ...file, body: { what: 'x' } }, operator)).status).toBe(
      400,
    );
  });

  test('the outcome of a sealed report names its hash; downloading its file logs no warning', async () => {
    const path = '/api/console/reports/sealed';
    const id = 'aaaaaaaa-0000-4000-8000-00000000a0f1';
    const body = { search: { entities: CARS[0] }, totals: [] };
    const headers = { 'idempotency-key': id };
    const begun = await started.gridhelm.page(
      { method: 'POST', path, body, headers },
      administrator,
    );
    expect(begun.status).toBe(201);
    const [done] = await log('?action=report');
    expect(done).toMatchObject({ outcome: 'done', requestId: begun.headers['x-request-id'] });
    const { hash } = SealedReport.parse(begun.json());
    expect(JSON.parse(done?.body ?? '')).toMatchObject({ id, sealed: hash });
    const file = await started.gridhelm.page({ path: `${path}/${id}/file/csv` }, administrator);
    expect(file.status).toBe(200);
    await expect.poll(() => actions(file.headers['x-request-id'])).toEqual(['export done']);
    expect(started.gridhelm.logs.filter((line) => line.includes('already sent'))).toEqual([]);
  });

  test.each([
    ['schema', 'PATCH', `/api/console/collectives/${FLEET}`, { body: { note: 7 } }],
    ['JSON', 'PATCH', `/api/console/entities/${CARS[0]}`, { headers: JSON_BODY, body: '{' }],
    ['size', 'PATCH', `/api/console/entities/${CARS[0]}`, { body: { note: 'x'.repeat(70_000) } }],
    ['type', 'PATCH', `/api/console/entities/${CARS[0]}`, { headers: TEXT_BODY, body: 'x' }],
  ] as const)('an act refused for its %s is one row', async (_what, method, path, more) => {
    const answered = await started.gridhelm.page({ method, path, ...more }, administrator);
    expect(answered.status).toBeLessThan(500);
    const id = answered.headers['x-request-id'];
    await expect.poll(() => actions(id)).toEqual(['directory-changed refused']);
    const [row] = await log('?action=directory-changed');
    expect(row?.body).toContain(answered.problem().code);
  });

  test('an act refused by its rules is one row with the request and the words; an unknown method leaves no row', async () => {
    const path = `/api/console/collectives/${CARS[1]}`;
    const answered = await started.gridhelm.page(
      { method: 'PATCH', path, body: { note: 'x' } },
      administrator,
    );
    const id = answered.headers['x-request-id'];
    expect(await actions(id)).toEqual(['directory-changed refused']);
    const [row] = await log('?action=directory-changed');
    expect(JSON.parse(row?.body ?? '')).toMatchObject({ code: 'not_found', note: 'x' });
    const put = await started.gridhelm.page({ method: 'PUT', path, body: {} }, administrator);
    expect([put.status, await actions(put.headers['x-request-id'])]).toEqual([405, []]);
  });

  test('each address that is denied is a row, and a stop writes what was counted', async () => {
    const other = await startTestConsole(started.fake);
    const viewer = await other.signIn('viewer');
    const paths = [1, 2, 3, 4, 5].map(
      (at) => `/api/console/bulk/${CARS[0].slice(0, -1)}${at}/stop`,
    );
    for (const path of [...paths, ...paths.slice(4)]) {
      expect((await other.page({ method: 'POST', path }, viewer)).status).toBe(403);
    }
    await other.running.close();
    const db = await openStore(other.store);
    const rows = await db
      .selectFrom('audit_log')
      .where('action', '=', 'denied')
      .orderBy('sequence')
      .select(['target', 'body'])
      .execute();
    await db.destroy();
    expect(rows).toEqual([
      ...paths.map((path) => ({ target: `POST ${path}`, body: null })),
      { target: `POST ${paths[4]}`, body: '{"repeats":1}' },
    ]);
  });

  test('denials and requests of other sites, folded', async () => {
    const viewer = await started.gridhelm.signIn('viewer');
    const path = `/api/v1/entities/${CARS[0]}/commands/${CARS[1]}`;
    for (let at = 0; at < 3; at += 1)
      await started.gridhelm.page({ method: 'PATCH', path }, viewer);
    await expect.poll(() => log('?action=denied')).toHaveLength(1);
    const foreign = { 'x-gridhelm': '1', origin: 'https://evil.example' };
    for (let at = 0; at < 3; at += 1)
      await started.gridhelm.ask({ method: 'POST', path, headers: foreign });
    await expect.poll(() => log('?action=cross-site-refused')).toHaveLength(1);
    expect(changesSeen()).toEqual([]);
  });

  test('reading needs its permission, and the chain holds', async () => {
    const answered = await started.gridhelm.page({ path: '/api/console/audit' }, operator);
    expect(answered.status).toBe(403);
    expect(answered.problem().errors[0]?.message).toBe(
      'The role operator may not read the audit log.',
    );
    const check = await started.gridhelm.page({ path: '/api/console/audit/check' }, administrator);
    expect(AuditCheck.parse(check.json())).toMatchObject({ breaks: [] });
  });

  test('if the log cannot be written nothing is done, and signing in is refused', async () => {
    const other = await startTestConsole(started.fake);
    const cookie = await other.signIn('operator');
    const db = await openStore(other.store);
    await db.schema.alterTable('audit_log').renameTo('elsewhere').execute();
    const command = `/api/v1/entities/${CARS[0]}/commands/${CARS[1]}`;
    const answered = await other.page({ method: 'PATCH', path: command }, cookie);
    expect([answered.status, answered.problem().code]).toEqual([503, 'store_unavailable']);
    expect(changesSeen()).toEqual([]);
    const template = { name: 'Stop', kind: 'now', rows: [{ type: 'StopCharging' }] };
    const added = await other.page(
      { method: 'POST', path: '/api/console/templates', body: template },
      cookie,
    );
    expect([added.status, added.problem().code]).toEqual([503, 'store_unavailable']);
    expect(await db.selectFrom('templates').selectAll().execute()).toEqual([]);
    const body = { role: 'operator' };
    const signIn = await other.page({ method: 'POST', path: '/auth/demo', body });
    expect(signIn.status).toBe(503);
    expect(signIn.headers['set-cookie']).toBeUndefined();
    const read = await other.page({ path: '/api/console/collectives' }, cookie);
    expect(read.status).toBe(200);
    await db.destroy();
    await other.running.close();
  });
});
