import { beforeAll, describe, expect, test } from 'vitest';
import { EVERY_COMMAND } from '../domain/permissions.ts';
import { OperatorAccount, OperatorDetail, OneTimeLink } from '../contract/console/operators.ts';
import { PasswordLink, type Role } from '../contract/console/session.ts';
import { z } from '../contract/zod.ts';
import { FLEET } from '../server/testing/console-harness.ts';
import { openStore } from '../store/open-store.ts';
import { VALID_MS } from './one-time-codes.ts';
import { CONFIRMED_MS } from './sessions.ts';
import { consoleOfPasswords, cookieOf, PASSWORD } from './testing/password-console.ts';

describe('accounts of a console in front of a real Service', () => {
  const { started, setUp, signIn } = consoleOfPasswords();
  const { send } = started;
  const operators = '/api/console/operators';
  const reads = 'GET /api/console/collectives';
  const sealed = '/api/console/reports/sealed';
  let ada = '';
  let adaId = '';
  const invite = async (name: string, role: Role, grants: object[] = [EVERY_COMMAND]) => {
    const told = await send(`POST ${operators}`, ada, { name, role, grants });
    return z.object({ id: z.string(), link: OneTimeLink }).parse(told.json());
  };
  const open = (code: string, cookie?: string) => send('POST /auth/link', cookie, { code });
  const choose = (code: string) =>
    send('POST /auth/reset', undefined, { code, password: PASSWORD });
  const join = async (name: string, role: Role, grants?: object[]) => {
    const { id, link } = await invite(name, role, grants);
    return { id, cookie: cookieOf(await choose(link.code)) };
  };
  const newLink = async (id: string) =>
    OneTimeLink.parse((await send(`POST ${operators}/${id}/link`, ada)).json());
  const change = (id: string, body: object, cookie = ada) =>
    send(`PATCH ${operators}/${id}`, cookie, body);
  const detail = async (id: string, cookie = ada) =>
    OperatorDetail.parse((await send(`GET ${operators}/${id}`, cookie)).json());
  const status = async (asked: Promise<{ status: number }>) => (await asked).status;
  const refusal = async (asked: ReturnType<typeof send>) => (await asked).refusal();
  const inStore = async (work: (db: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>) => {
    const db = await openStore(started.gridhelm.store);
    await work(db);
    await db.destroy();
  };

  beforeAll(async () => {
    ada = cookieOf(await setUp('Ada', PASSWORD));
    const listed = z.array(OperatorAccount).parse((await send(`GET ${operators}`, ada)).json());
    adaId = listed[0]?.id ?? '';
  });

  test('an invitation says for whom it is, sets a password, signs in, and works once', async () => {
    const { id, link } = await invite('Jonas', 'operator');
    expect(PasswordLink.parse((await open(link.code)).json())).toEqual({
      purpose: 'invitation',
      name: 'Jonas',
      role: 'operator',
    });
    expect(await status(signIn('Jonas', ''))).toBe(400);
    expect(await status(signIn('Jonas', 'x'))).toBe(401);
    const jonas = cookieOf(await choose(link.code));
    expect(await status(send(reads, jonas))).toBe(200);
    expect(await refusal(open(link.code))).toEqual([
      403,
      'This invitation was used already. Sign in with the password that was chosen then.',
    ]);
    const found = await detail(id);
    expect(found).toMatchObject({ state: 'active', role: 'operator' });
    expect(JSON.stringify(found) + started.gridhelm.logs.join('')).not.toContain(link.code);
  });

  test('an invitation that has expired, was replaced, or is opened by somebody signed in, says so', async () => {
    const { id, link } = await invite('Inês', 'approver');
    expect(await refusal(open(link.code, ada))).toEqual([
      409,
      'You are signed in as Ada in this browser. Sign out, then open the link again.',
    ]);
    const newer = await newLink(id);
    expect(await refusal(open(link.code))).toEqual([
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
    const expired = [403, 'This invitation has expired. Ask for a new one.'];
    expect(await refusal(choose(newer.code))).toEqual(expired);
  });

  test.each([
    [' ADA', 409, 'There is an operator named ADA already.'],
    ['Eve\u202E', 400, expect.any(String)],
    // The first letter is Cyrillic.
    ['\u0410da', 400, 'One word of it has letters of several alphabets, which look alike.'],
  ])('a name belongs to one operator, in whichever spelling: not %j', async (name, ...refused) => {
    const asked = send(`POST ${operators}`, ada, { name, role: 'viewer', grants: [] });
    expect(await refusal(asked)).toEqual(refused);
  });

  test('of two people who open one invitation at once, one gets in', async () => {
    const { link } = await invite('Twice', 'viewer');
    const both = await Promise.all([1, 2].map(() => status(choose(link.code))));
    expect(new Set(both)).toEqual(new Set([200, 403]));
  });

  test('disabling ends sessions, tokens and links with the next request, and a sign-in is refused', async () => {
    const mara = await join('Mara', 'viewer');
    const made = await send(`POST ${operators}/${mara.id}/tokens`, mara.cookie, { name: 'sheet' });
    const { token } = z.object({ token: z.string() }).parse(made.json());
    const link = await newLink(mara.id);
    const byToken = () =>
      status(started.gridhelm.ask({ path: sealed, headers: { authorization: `Bearer ${token}` } }));
    expect(await byToken()).toBe(200);
    expect(await status(change(mara.id, { disabled: true }))).toBe(200);
    expect(await status(send(reads, mara.cookie))).toBe(401);
    expect(await byToken()).toBe(401);
    expect(await status(open(link.code))).toBe(403);
    expect(await status(signIn('Mara', PASSWORD))).toBe(401);
    expect(await status(change(mara.id, { disabled: false }))).toBe(200);
    expect(await status(signIn('Mara', PASSWORD))).toBe(200);
    expect(await byToken()).toBe(401);
  });

  test('the last administrator can neither leave nor disable himself; an invited one does not count', async () => {
    await invite('Later', 'administrator');
    const last = [409, expect.stringContaining('This is the last administrator')];
    for (const body of [{ disabled: true }, { role: 'viewer' }]) {
      expect(await refusal(change(adaId, body))).toEqual(last);
    }
    const tomasz = await join('Tomasz', 'administrator');
    // Each disables the other: one of them stays.
    const both = await Promise.all([
      status(change(adaId, { disabled: true }, tomasz.cookie)),
      status(change(tomasz.id, { disabled: true })),
    ]);
    expect(both.filter((one) => one === 200)).toHaveLength(1);
    const left = both[0] === 200 ? tomasz.cookie : ada;
    await change(adaId, { disabled: false }, left);
    if (left !== ada) {
      ada = cookieOf(await signIn('Ada', PASSWORD));
      await change(tomasz.id, { disabled: true });
    }
  });

  test('of two administrators who change the rights of one operator, the second does not undo the first', async () => {
    const { id } = await join('Noor', 'operator');
    const before = { role: 'operator', grants: [EVERY_COMMAND] };
    const grants = (type: string) => [{ type, collectiveId: null, ignoreCooldown: false }];
    const first = grants('StopCharging');
    expect(await status(change(id, { grants: first }))).toBe(400);
    expect(await status(change(id, { grants: first, before }))).toBe(200);
    expect(await refusal(change(id, { grants: grants('Reset'), before }))).toEqual([
      409,
      'Somebody else has changed the rights of Noor meanwhile. Look at them again.',
    ]);
    expect((await detail(id)).grants).toEqual(first);
  });

  test('one lists and ends one’s own sessions and tokens; others need an administrator', async () => {
    const [eve, bob] = [await join('Eve', 'operator'), await join('Bob', 'operator')];
    const second = cookieOf(await signIn('Eve', PASSWORD));
    const own = `${operators}/${eve.id}`;
    const { sessions } = await detail(eve.id, eve.cookie);
    expect(new Set(sessions.map(({ isOwn }) => isOwn))).toEqual(new Set([true, false]));
    expect(sessions).toHaveLength(2);
    const ends = `DELETE ${own}/sessions/${sessions.find(({ isOwn }) => !isOwn)?.id ?? ''}`;
    for (const refused of [
      send(`GET ${own}`, bob.cookie),
      send(ends, bob.cookie),
      send(`DELETE ${own}/tokens/${FLEET}`, bob.cookie),
      send(`POST ${own}/tokens`, ada, { name: 'x' }),
      send(`GET ${operators}`, eve.cookie),
    ]) {
      expect(await status(refused)).toBe(403);
    }
    expect(await status(send(ends, eve.cookie))).toBe(204);
    expect(await status(send(reads, second))).toBe(401);
    expect(await status(send(ends, eve.cookie))).toBe(404);
    const mine = sessions.find(({ isOwn }) => isOwn)?.id ?? '';
    expect(await status(send(`DELETE ${own}/sessions/${mine}`, ada))).toBe(204);
    expect(await status(send(reads, eve.cookie))).toBe(401);
  });

  test('a token reads reports and nothing else, and is shown once', async () => {
    const sam = await join('Sam', 'administrator');
    const own = `${operators}/${sam.id}`;
    const made = await send(`POST ${own}/tokens`, sam.cookie, { name: 'BI' });
    const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(made.json());
    const asked = (path: string, method = 'GET') =>
      started.gridhelm.ask({ method, path, headers: { authorization: `Bearer ${token}` } });
    expect(await status(asked(sealed))).toBe(200);
    const report = { search: { entities: FLEET }, totals: [] };
    await send(`POST ${sealed}`, sam.cookie, report, { 'idempotency-key': FLEET });
    const file = await asked(`${sealed}/${FLEET}/file/csv`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.text).toMatch(/^No\.,Entity,/);
    // Without the static header of the page, every other route refuses it, whatever the role.
    const features = `/api/v1/entities/${FLEET}/features`;
    for (const path of [
      '/api/console/collectives',
      operators,
      own,
      '/api/console/audit',
      features,
    ]) {
      expect(await status(asked(path))).toBe(403);
    }
    for (const path of [sealed, `/api/v1/collectives/${FLEET}/commands`, `${own}/tokens`]) {
      expect(await status(asked(path, 'POST'))).toBe(403);
    }
    const told = JSON.stringify(await detail(sam.id, sam.cookie));
    expect(told).toContain('"name":"BI"');
    await inStore(async (db) => {
      const kept = [
        await db.selectFrom('api_tokens').selectAll().execute(),
        await db.selectFrom('audit_log').selectAll().execute(),
      ];
      expect(told + JSON.stringify(kept) + started.gridhelm.logs.join('')).not.toContain(token);
    });
    expect(await status(send(`DELETE ${own}/tokens/${id}`, sam.cookie))).toBe(204);
    expect(await status(asked(sealed))).toBe(401);
    await change(sam.id, { disabled: true });
  });

  let key = 0;
  const dispatch = (cookie: string, type: string, query = '') =>
    send(
      `POST /api/v1/collectives/${FLEET}/commands${query}`,
      cookie,
      { type },
      {
        'idempotency-key': `7c1e0f7b-6f0f-4f7e-9a53-0c6c5c1f00${20 + (key += 1)}`,
        'x-gridhelm-reason': 'test',
      },
    );

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
    const offboard = () =>
      send('POST /api/v1/offboarding/entities', kim.cookie, { entityId: FLEET });
    const ignoreCooldown = () => dispatch(kim.cookie, 'StopCharging', '?ignoreCooldown=true');
    for (const act of [offboard, ignoreCooldown]) {
      expect((await act()).code()).toEqual([403, 'confirm_identity']);
    }
    expect(started.fake.seen).toEqual([]);
    const confirm = (password: string) => send('POST /auth/confirm', kim.cookie, { password });
    expect(await status(confirm('not it'))).toBe(400);
    expect(await status(confirm(PASSWORD))).toBe(204);
    expect((await offboard()).problem().code).not.toBe('confirm_identity');
    expect(await status(ignoreCooldown())).not.toBe(403);
  });

  test('grants hold for each dispatch, and a role taken away stops the next one', async () => {
    const starts = { type: 'StartCharging', collectiveId: null, ignoreCooldown: false };
    const pat = await join('Pat', 'operator', [starts]);
    started.fake.seen.length = 0;
    expect(await refusal(dispatch(pat.cookie, 'StopCharging'))).toEqual([
      403,
      'You may not send “Stop charging” in this Collective.',
    ]);
    const ignored = dispatch(pat.cookie, 'StartCharging', '?ignoreCooldown=true');
    expect(await refusal(ignored)).toEqual([
      403,
      'You may not ignore the cooldown of “Start charging” in this Collective.',
    ]);
    expect(started.posts()).toEqual([]);
    expect(await status(dispatch(pat.cookie, 'StartCharging'))).not.toBe(403);
    expect(started.posts()).toHaveLength(1);
    await change(pat.id, { role: 'viewer' });
    expect(await refusal(dispatch(pat.cookie, 'StartCharging'))).toEqual([
      403,
      'The role viewer may not send Commands.',
    ]);
    expect(started.posts()).toHaveLength(1);
  });
});
