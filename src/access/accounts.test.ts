import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EVERY_COMMAND } from '../domain/permissions.ts';
import { OperatorAccount, OperatorDetail, OneTimeLink } from '../contract/console/operators.ts';
import { PasswordLink, type Role } from '../contract/console/session.ts';
import { z } from '../contract/zod.ts';
import { FLEET } from '../server/testing/console-harness.ts';
import { consoleOfAllTests } from '../server/testing/started-console.ts';
import { openStore } from '../store/open-store.ts';
import { VALID_MS } from './one-time-codes.ts';
import { CONFIRMED_MS } from './sessions.ts';

const PASSWORD = 'correct horse battery';

describe('accounts of a console in front of a real Service', () => {
  let code = '';
  const started = consoleOfAllTests({
    embedded: false,
    setupCodeSink: (line) => (code = /one-time code (\S+)/.exec(line)?.[1] ?? ''),
  });
  type Told = Awaited<ReturnType<typeof started.gridhelm.page>>;
  const send = (method: string, target: string, body?: object, cookie?: string) =>
    started.gridhelm.page(
      { method, path: target, ...(body === undefined ? {} : { body }) },
      cookie,
    );
  const cookieOf = (told: Told) =>
    z
      .array(z.string())
      .parse(told.headers['set-cookie'])
      .map((cookie) => cookie.split(';')[0] ?? '')
      .find((cookie) => cookie.startsWith('gridhelm=')) ?? '';
  const refusal = (told: Told) => [told.status, told.problem().errors[0]?.message];
  const operators = '/api/console/operators';
  const reads = '/api/console/collectives';
  let ada = '';
  let adaId = '';
  const invite = async (name: string, role: Role, grants: object[] = [EVERY_COMMAND]) => {
    const told = await send('POST', operators, { name, role, grants }, ada);
    return z.object({ id: z.string(), link: OneTimeLink }).parse(told.json());
  };
  const accept = async (link: OneTimeLink) =>
    cookieOf(await send('POST', '/auth/reset', { code: link.code, password: PASSWORD }));
  const join = async (name: string, role: Role, grants?: object[]) => {
    const { id, link } = await invite(name, role, grants);
    return { id, cookie: await accept(link) };
  };
  const change = (id: string, body: object, cookie = ada) =>
    send('PATCH', `${operators}/${id}`, body, cookie);
  const inStore = async (work: (db: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>) => {
    const db = await openStore(path.join(started.gridhelm.dataDir, 'console.db'));
    await work(db);
    await db.destroy();
  };

  beforeAll(async () => {
    ada = cookieOf(await send('POST', '/auth/setup', { code, name: 'Ada', password: PASSWORD }));
    const listed = z
      .array(OperatorAccount)
      .parse((await send('GET', operators, undefined, ada)).json());
    adaId = listed[0]?.id ?? '';
  });

  test('an invitation says for whom it is, sets a password, signs in, and works once', async () => {
    const { id, link } = await invite('Jonas', 'operator');
    const told = await send('POST', '/auth/link', { code: link.code });
    expect(PasswordLink.parse(told.json())).toEqual({
      purpose: 'invitation',
      name: 'Jonas',
      role: 'operator',
    });
    expect((await send('POST', '/auth/sign-in', { name: 'Jonas', password: '' })).status).toBe(400);
    expect((await send('POST', '/auth/sign-in', { name: 'Jonas', password: 'x' })).status).toBe(
      401,
    );
    const jonas = await accept(link);
    expect((await send('GET', reads, undefined, jonas)).status).toBe(200);
    const again = await send('POST', '/auth/link', { code: link.code });
    expect(refusal(again)).toEqual([
      403,
      'This invitation was used already. Sign in with the password that was chosen then.',
    ]);
    const found = await send('GET', `${operators}/${id}`, undefined, ada);
    expect(OperatorDetail.parse(found.json())).toMatchObject({ state: 'active', role: 'operator' });
    expect(JSON.stringify(found.json()) + started.gridhelm.logs.join('')).not.toContain(link.code);
  });

  test('an invitation that has expired, was replaced, or is opened by somebody signed in, says so', async () => {
    const { id, link } = await invite('Inês', 'approver');
    expect(refusal(await send('POST', '/auth/link', { code: link.code }, ada))).toEqual([
      409,
      'You are signed in as Ada in this browser. Sign out, then open the link again.',
    ]);
    const newer = OneTimeLink.parse(
      (await send('POST', `${operators}/${id}/link`, undefined, ada)).json(),
    );
    expect(refusal(await send('POST', '/auth/link', { code: link.code }))).toEqual([
      403,
      'The one-time code is wrong or has expired, or a newer one replaced it. Ask for a new one.',
    ]);
    await inStore((db) =>
      db
        .updateTable('one_time_codes')
        .set((eb) => ({ expires_at: eb('expires_at', '-', VALID_MS.invitation) }))
        .where('operator_id', '=', id)
        .execute(),
    );
    expect(
      refusal(await send('POST', '/auth/reset', { code: newer.code, password: PASSWORD })),
    ).toEqual([403, 'This invitation has expired. Ask for a new one.']);
  });

  test('a name belongs to one operator, in whichever spelling', async () => {
    const told = await send('POST', operators, { name: ' ADA', role: 'viewer', grants: [] }, ada);
    expect(refusal(told)).toEqual([409, 'There is an operator named ADA already.']);
    const turned = await send(
      'POST',
      operators,
      { name: 'Eve\u202E', role: 'viewer', grants: [] },
      ada,
    );
    expect(turned.status).toBe(400);
    // The first letter is Cyrillic.
    const alike = { name: '\u0410da', role: 'viewer', grants: [] };
    expect(refusal(await send('POST', operators, alike, ada))).toEqual([
      400,
      'One word of it has letters of several alphabets, which look alike.',
    ]);
  });

  test('of two people who open one invitation at once, one gets in', async () => {
    const { link } = await invite('Twice', 'viewer');
    const both = await Promise.all(
      [1, 2].map(() => send('POST', '/auth/reset', { code: link.code, password: PASSWORD })),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });

  test('disabling ends sessions, tokens and links with the next request, and a sign-in is refused', async () => {
    const mara = await join('Mara', 'viewer');
    const made = await send(
      'POST',
      `${operators}/${mara.id}/tokens`,
      { name: 'sheet' },
      mara.cookie,
    );
    const { token } = z.object({ token: z.string() }).parse(made.json());
    const link = OneTimeLink.parse(
      (await send('POST', `${operators}/${mara.id}/link`, undefined, ada)).json(),
    );
    expect((await change(mara.id, { disabled: true })).status).toBe(200);
    expect((await send('GET', reads, undefined, mara.cookie)).status).toBe(401);
    const runs = {
      path: '/api/console/reports/sealed',
      headers: { authorization: `Bearer ${token}` },
    };
    expect((await started.gridhelm.ask(runs)).status).toBe(401);
    expect((await send('POST', '/auth/link', { code: link.code })).status).toBe(403);
    const signIn = () => send('POST', '/auth/sign-in', { name: 'Mara', password: PASSWORD });
    expect((await signIn()).status).toBe(401);
    expect((await change(mara.id, { disabled: false })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect((await started.gridhelm.ask(runs)).status).toBe(401);
  });

  test('the last administrator can neither leave nor disable himself; an invited one does not count', async () => {
    await invite('Later', 'administrator');
    for (const body of [{ disabled: true }, { role: 'viewer' }]) {
      const [status, message] = refusal(await change(adaId, body));
      expect(status).toBe(409);
      expect(message).toContain('This is the last administrator');
    }
    const tomasz = await join('Tomasz', 'administrator');
    // Each disables the other: one of them stays.
    const both = await Promise.all([
      change(adaId, { disabled: true }, tomasz.cookie),
      change(tomasz.id, { disabled: true }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = both[0]?.status === 200 ? tomasz.cookie : ada;
    await change(adaId, { disabled: false }, left);
    if (left !== ada) {
      ada = cookieOf(await send('POST', '/auth/sign-in', { name: 'Ada', password: PASSWORD }));
      await change(tomasz.id, { disabled: true });
    }
  });

  test('of two administrators who change the rights of one operator, the second does not undo the first', async () => {
    const { id } = await join('Noor', 'operator');
    const before = { role: 'operator', grants: [EVERY_COMMAND] };
    const grants = (type: string) => [{ type, collectiveId: null, ignoreCooldown: false }];
    const first = grants('StopCharging');
    expect((await change(id, { grants: first })).status).toBe(400);
    expect((await change(id, { grants: first, before })).status).toBe(200);
    expect(refusal(await change(id, { grants: grants('Reset'), before }))).toEqual([
      409,
      'Somebody else has changed the rights of Noor meanwhile. Look at them again.',
    ]);
    const kept = await send('GET', `${operators}/${id}`, undefined, ada);
    expect(OperatorDetail.parse(kept.json()).grants).toEqual(first);
  });

  test('one lists and ends one’s own sessions and tokens; others need an administrator', async () => {
    const [eve, bob] = [await join('Eve', 'operator'), await join('Bob', 'operator')];
    const second = cookieOf(
      await send('POST', '/auth/sign-in', { name: 'Eve', password: PASSWORD }),
    );
    const own = `${operators}/${eve.id}`;
    const detail = async (cookie: string) =>
      OperatorDetail.parse((await send('GET', own, undefined, cookie)).json());
    expect((await detail(eve.cookie)).sessions.filter(({ isOwn }) => isOwn)).toHaveLength(1);
    expect((await detail(eve.cookie)).sessions).toHaveLength(2);
    const other = (await detail(eve.cookie)).sessions.find(({ isOwn }) => !isOwn);
    const ends = `${own}/sessions/${other?.id ?? ''}`;
    for (const refused of [
      await send('GET', own, undefined, bob.cookie),
      await send('DELETE', ends, undefined, bob.cookie),
      await send('DELETE', `${own}/tokens/${FLEET}`, undefined, bob.cookie),
      await send('POST', `${own}/tokens`, { name: 'x' }, ada),
      await send('GET', operators, undefined, eve.cookie),
    ]) {
      expect(refused.status).toBe(403);
    }
    expect((await send('DELETE', ends, undefined, eve.cookie)).status).toBe(204);
    expect((await send('GET', reads, undefined, second)).status).toBe(401);
    expect((await send('DELETE', ends, undefined, eve.cookie)).status).toBe(404);
    const mine = (await detail(eve.cookie)).sessions[0];
    expect((await send('DELETE', `${own}/sessions/${mine?.id ?? ''}`, undefined, ada)).status).toBe(
      204,
    );
    expect((await send('GET', reads, undefined, eve.cookie)).status).toBe(401);
  });

  test('a token reads reports and nothing else, and is shown once', async () => {
    const sam = await join('Sam', 'administrator');
    const own = `${operators}/${sam.id}`;
    const made = await send('POST', `${own}/tokens`, { name: 'BI' }, sam.cookie);
    const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(made.json());
    const asked = (target: string, method = 'GET') =>
      started.gridhelm.ask({ method, path: target, headers: { authorization: `Bearer ${token}` } });
    expect((await asked('/api/console/reports/sealed')).status).toBe(200);
    const sealed = { search: { entities: FLEET }, totals: [] };
    await started.gridhelm.page(
      {
        method: 'POST',
        path: '/api/console/reports/sealed',
        body: sealed,
        headers: { 'idempotency-key': FLEET },
      },
      sam.cookie,
    );
    const file = await asked(`/api/console/reports/sealed/${FLEET}/file/csv`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.text).toMatch(/^No\.,Entity,/);
    // Without the static header of the page, every other route refuses it, whatever the role.
    for (const target of [
      reads,
      operators,
      own,
      '/api/console/audit',
      `/api/v1/entities/${FLEET}/features`,
    ]) {
      expect((await asked(target)).status).toBe(403);
    }
    for (const [target, method] of [
      ['/api/console/reports/sealed', 'POST'],
      [`/api/v1/collectives/${FLEET}/commands`, 'POST'],
      [`${own}/tokens`, 'POST'],
    ] as const) {
      expect((await asked(target, method)).status).toBe(403);
    }
    const told = JSON.stringify((await send('GET', own, undefined, sam.cookie)).json());
    expect(told).toContain('"name":"BI"');
    await inStore(async (db) => {
      const kept = [
        await db.selectFrom('api_tokens').selectAll().execute(),
        await db.selectFrom('audit_log').selectAll().execute(),
      ];
      expect(told + JSON.stringify(kept) + started.gridhelm.logs.join('')).not.toContain(token);
    });
    expect((await send('DELETE', `${own}/tokens/${id}`, undefined, sam.cookie)).status).toBe(204);
    expect((await asked('/api/console/reports/sealed')).status).toBe(401);
    await change(sam.id, { disabled: true });
  });

  test('ten minutes after the sign-in a dangerous act needs the password again; nothing is done before', async () => {
    const kim = await join('Kim', 'operator');
    await inStore((db) =>
      db
        .updateTable('sessions')
        .set((eb) => ({ confirmed_at: eb('confirmed_at', '-', CONFIRMED_MS) }))
        .where('operator_id', '=', kim.id)
        .execute(),
    );
    started.fake.seen.length = 0;
    const offboards = () =>
      send('POST', '/api/v1/offboarding/entities', { entityId: FLEET }, kim.cookie);
    const cooldown = () =>
      started.gridhelm.page(
        {
          method: 'POST',
          path: `/api/v1/collectives/${FLEET}/commands?ignoreCooldown=true`,
          headers: {
            'idempotency-key': '7c1e0f7b-6f0f-4f7e-9a53-0c6c5c1f0019',
            'x-gridhelm-reason': 'test',
          },
          body: { type: 'StopCharging' },
        },
        kim.cookie,
      );
    for (const asked of [await offboards(), await cooldown()]) {
      expect([asked.status, asked.problem().code]).toEqual([403, 'confirm_identity']);
    }
    expect(started.fake.seen).toEqual([]);
    const confirm = (password: string) => send('POST', '/auth/confirm', { password }, kim.cookie);
    expect((await confirm('not it')).status).toBe(400);
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect((await offboards()).problem().code).not.toBe('confirm_identity');
    expect((await cooldown()).status).not.toBe(403);
  });

  test('grants hold for each dispatch, and a role taken away stops the next one', async () => {
    const pat = await join('Pat', 'operator', [
      { type: 'StartCharging', collectiveId: null, ignoreCooldown: false },
    ]);
    let last = 20;
    const dispatch = (type: string, query = '') =>
      started.gridhelm.page(
        {
          method: 'POST',
          path: `/api/v1/collectives/${FLEET}/commands${query}`,
          headers: {
            'idempotency-key': `7c1e0f7b-6f0f-4f7e-9a53-0c6c5c1f00${(last += 1)}`,
            'x-gridhelm-reason': 'test',
          },
          body: { type },
        },
        pat.cookie,
      );
    started.fake.seen.length = 0;
    expect(refusal(await dispatch('StopCharging'))).toEqual([
      403,
      'You may not send “Stop charging” in this Collective.',
    ]);
    expect(refusal(await dispatch('StartCharging', '?ignoreCooldown=true'))).toEqual([
      403,
      'You may not ignore the cooldown of “Start charging” in this Collective.',
    ]);
    expect(started.posts()).toEqual([]);
    expect((await dispatch('StartCharging')).status).not.toBe(403);
    expect(started.posts()).toHaveLength(1);
    await change(pat.id, { role: 'viewer' });
    expect(refusal(await dispatch('StartCharging'))).toEqual([
      403,
      'The role viewer may not send Commands.',
    ]);
    expect(started.posts()).toHaveLength(1);
  });
});
