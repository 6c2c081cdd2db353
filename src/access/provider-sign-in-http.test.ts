import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderEntry, SessionAnswer } from '../contract/console/session.ts';
import { z } from '../contract/zod.ts';
import { recordReset } from '../operations/audit/sign-ins.ts';
import { openStore } from '../store/open-store.ts';
import { issueCode } from './one-time-codes.ts';
import { addEmergencyAdministrator, makeResetCode } from './password-reset-code.ts';
import { Jar } from './testing/cookie-jar.ts';
import { CLIENT, type Account } from './testing/identity-provider-server.ts';
import { consoleWithProvider, urlOf } from './testing/provider-console.ts';

const operators = '/api/console/operators';
const accounts = new Map<string, Account>();
beforeEach(() => {
  accounts.set('u-ada', { name: 'Ada Lovelace', groups: ['fleet-admins'] });
  accounts.set('u-jonas', { name: 'Jonas Verbeek', groups: ['guests', 'ops-team'] });
  accounts.set('u-mara', { name: 'Mara Lindqvist', groups: ['accounting'] });
});

const world = consoleWithProvider(accounts);
const { send, begin, finish, atProvider, signIn } = world;

/** A browser in which somebody has signed in, and what the console said. */
async function signedIn(subject: string) {
  const browser = new Jar();
  const entry = ProviderEntry.parse((await signIn(browser, subject)).json());
  return { browser, entry, id: entry.operator?.id ?? '' };
}
/** Ada, who has just confirmed who she is. */
async function confirmedAda() {
  const { browser } = await signedIn('u-ada');
  await signIn(browser, 'u-ada', true);
  return browser;
}
const sessionOf = async (browser: Jar) =>
  SessionAnswer.parse((await send(browser, 'GET /auth/session')).json());
const status = async (asked: Promise<{ status: number }>) => (await asked).status;
async function inStore<T>(work: (db: Awaited<ReturnType<typeof openStore>>) => Promise<T>) {
  const db = await openStore(world.gridhelm.store);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

describe('sign-in by an identity provider', () => {
  test('the session has the highest role of the groups, and its cookie stays bound to our pages', async () => {
    const browser = new Jar();
    const url = await begin(browser);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile groups',
      code_challenge_method: 'S256',
      redirect_uri: `${world.gridhelm.running.origin}/sign-in`,
    });
    const reply = await finish(browser, await atProvider(browser, url, 'u-jonas'));
    expect(ProviderEntry.parse(reply.json())).toMatchObject({
      operator: { name: 'Jonas Verbeek', role: 'operator' },
      grants: [],
      byProvider: true,
      confirmed: false,
    });
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gridhelm-attempt-[0-9a-f]{8}=; .*HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^gridhelm=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(await status(send(browser, 'GET /api/console/collectives'))).toBe(200);
  });

  test('the next sign-in has the other role of other groups, and the same account with its grants', async () => {
    const ada = await confirmedAda();
    const { browser: jonas, id } = await signedIn('u-jonas');
    const grants = [{ type: 'StopCharging', collectiveId: null, ignoreCooldown: false }];
    const change = (body: object) => send(ada, `PATCH ${operators}/${id}`, body);
    expect(await status(change({ grants, before: { role: 'operator', grants: [] } }))).toBe(200);
    expect((await change({ role: 'viewer' })).refusal()).toEqual([
      409,
      'The identity provider gives the role of Jonas Verbeek, at each sign-in. Change the groups there.',
    ]);
    accounts.set('u-jonas', { name: 'Jonas V.', groups: ['guests'] });
    expect((await signedIn('u-jonas')).entry).toMatchObject({
      operator: { id, name: 'Jonas V.', role: 'viewer' },
      grants,
    });
    // The session that began before has it too.
    expect((await sessionOf(jonas)).operator?.role).toBe('viewer');
  });

  test('who has no group of the console is told so, and who had one loses sessions and tokens', async () => {
    expect((await signIn(new Jar(), 'u-mara')).refusal()).toEqual([
      403,
      `Mara Lindqvist has an account at ${new URL(world.provider.issuer).host}, but none of its groups gives access to this console. Ask who manages the groups there.`,
    ]);
    accounts.set('u-mara', { name: 'Mara Lindqvist', groups: ['guests'] });
    const { browser: mara } = await signedIn('u-mara');
    expect((await sessionOf(mara)).operator?.name).toBe('Mara Lindqvist');
    accounts.set('u-mara', { name: 'Mara Lindqvist', groups: [] });
    expect(await status(signIn(new Jar(), 'u-mara'))).toBe(403);
    expect((await sessionOf(mara)).operator).toBeNull();
  });

  test('an operator who is disabled here stays out, and is back when enabled', async () => {
    const ada = await confirmedAda();
    const { browser: jonas, id } = await signedIn('u-jonas');
    const set = (disabled: boolean) => send(ada, `PATCH ${operators}/${id}`, { disabled });
    expect(await status(set(true))).toBe(200);
    expect((await sessionOf(jonas)).operator).toBeNull();
    expect((await signIn(jonas, 'u-jonas')).refusal()).toEqual([
      403,
      'Jonas Verbeek is disabled in this console and cannot sign in. Ask an administrator.',
    ]);
    await set(false);
    expect(await status(signIn(jonas, 'u-jonas'))).toBe(200);
  });

  test('what needs a confirmation waits for a new sign-in at the provider, by the same person', async () => {
    const { browser, id } = await signedIn('u-ada');
    expect(await status(send(browser, `GET ${operators}`))).toBe(200);
    const token = () => send(browser, `POST ${operators}/${id}/tokens`, { name: 'Nightly' });
    // Without a word from the provider when she proved who she is, the sign-in does not count.
    expect((await token()).code()).toEqual([403, 'confirm_identity']);
    const url = await begin(browser, true);
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({ prompt: 'login', max_age: '0' });
    const stranger = await finish(browser, await atProvider(new Jar(), url, 'u-jonas'));
    expect(stranger.refusal()).toEqual([
      403,
      'Jonas Verbeek confirmed, but somebody else is signed in here. Nothing was done.',
    ]);
    expect(await status(token())).toBe(403);
    expect(await status(signIn(browser, 'u-ada', true))).toBe(200);
    expect(await status(token())).toBe(200);
    expect(await status(send(new Jar(), 'POST /auth/provider', { confirms: true }))).toBe(401);
  });

  test('nobody signs in with a password, is invited or becomes the first administrator', async () => {
    const provided = { demo: [], password: false, setup: false };
    expect((await sessionOf(new Jar())).signIn).toEqual({
      ...provided,
      provider: new URL(world.provider.issuer).host,
    });
    const given = { name: 'Ada', password: 'correct horse battery' };
    const ada = await confirmedAda();
    for (const [browser, path, body] of [
      [new Jar(), '/auth/demo', { role: 'administrator' }],
      [new Jar(), '/auth/sign-in', given],
      [new Jar(), '/auth/setup', { ...given, code: 'AAAA' }],
      [ada, operators, { name: 'B', role: 'viewer', grants: [] }],
    ] as const) {
      expect([path, await status(send(browser, `POST ${path}`, body))]).toEqual([path, 404]);
    }
  });

  const password = 'a sturdy battery of staples';
  const reset = (browser: Jar, code: string) =>
    send(browser, 'POST /auth/reset', { code, password });

  test('a code of the command line lets an administrator in, and nobody else; its password does not', () =>
    inStore(async (db) => {
      await addEmergencyAdministrator(db, Date.now());
      // A second time, as by a second command: there is one such account.
      await addEmergencyAdministrator(db, Date.now());
      const { code } = await makeResetCode(db, null, Date.now(), recordReset);
      const browser = new Jar();
      const { operator } = SessionAnswer.parse((await reset(browser, code)).json());
      expect(operator).toMatchObject({ name: 'Emergency administrator', role: 'administrator' });
      const named = { name: 'Emergency administrator', password };
      expect(await status(send(new Jar(), 'POST /auth/sign-in', named))).toBe(404);
      expect(await status(send(browser, 'POST /auth/confirm', { password }))).toBe(204);
      expect(await status(reset(new Jar(), code))).toBe(403);
      // A link that an administrator made before there was a provider.
      const id = operator?.id ?? '';
      await db.updateTable('operators').set({ role: 'operator' }).where('id', '=', id).execute();
      const { code: link } = await issueCode(db, 'reset', id, Date.now());
      expect(await status(send(new Jar(), 'POST /auth/link', { code: link }))).toBe(404);
      expect(await status(reset(new Jar(), link))).toBe(404);
      expect((await sessionOf(browser)).operator).toBeNull();
    }));

  test('the emergency administrator who was disabled after use is enabled again by the next command', () =>
    inStore(async (db) => {
      const enter = async () => {
        await addEmergencyAdministrator(db, Date.now());
        const made = await makeResetCode(db, 'Emergency administrator', Date.now(), recordReset);
        const browser = new Jar();
        const { operator } = SessionAnswer.parse((await reset(browser, made.code)).json());
        return { browser, id: operator?.id ?? '' };
      };
      // Whatever an earlier test made of it.
      await db.updateTable('operators').set({ role: 'administrator' }).execute();
      const first = await enter();
      const disabled = send(await confirmedAda(), `PATCH ${operators}/${first.id}`, {
        disabled: true,
      });
      expect(await status(disabled)).toBe(200);
      expect((await sessionOf(first.browser)).operator).toBeNull();
      const again = await enter();
      expect(again.id).toBe(first.id);
      expect((await sessionOf(again.browser)).operator).toMatchObject({ role: 'administrator' });
    }));
});

describe('an attempt', () => {
  /** As if somebody had copied the cookies. */
  const replay = (answer: object, cookies: string) =>
    world.gridhelm.send('POST /auth/provider/answer', cookies, answer);

  test('works once, and several tabs of a browser each have their own', async () => {
    const browser = new Jar();
    const [first, second] = [await begin(browser), await begin(browser)];
    const answer = await atProvider(browser, first, 'u-ada');
    const other = await atProvider(browser, second, 'u-ada');
    const cookies = browser.header('gridhelm');
    expect(await status(finish(browser, other))).toBe(200);
    expect(await status(finish(browser, answer))).toBe(200);
    expect((await replay(answer, cookies)).refusal()).toEqual([
      401,
      'This sign-in was used already, or took too long. Sign in again.',
    ]);
  });

  test('of two answers at once with one state, one begins a session', async () => {
    const browser = new Jar();
    const answer = await atProvider(browser, await begin(browser), 'u-ada');
    const cookies = browser.header('gridhelm');
    const both = await Promise.all([1, 2].map(() => status(replay(answer, cookies))));
    expect(new Set(both)).toEqual(new Set([200, 401]));
  });

  test('is refused in another browser, and with the state of another attempt', async () => {
    const [victim, attacker] = [new Jar(), new Jar()];
    const stolen = await atProvider(attacker, await begin(attacker), 'u-jonas');
    const elsewhere = [401, expect.stringContaining('begun in another browser')];
    expect((await finish(victim, stolen)).refusal()).toEqual(elsewhere);
    const own = Object.fromEntries(new URL(await begin(victim)).searchParams);
    // The attacker's code with the victim's own state: PKCE does not match.
    expect(await status(finish(victim, { ...stolen, state: own['state'] }))).toBe(401);
    expect((await sessionOf(victim)).operator).toBeNull();
  });

  test('of which there are more than eight in a browser drops the earlier ones', async () => {
    const browser = new Jar();
    for (let at = 0; at < 12; at += 1) await begin(browser);
    expect(browser.header('gridhelm').split(';').length).toBeLessThan(9);
  });

  test('leaves no secret in the store, in an answer or in the log', async () => {
    const browser = new Jar();
    const begun = await send(browser, 'POST /auth/provider', { confirms: false });
    const secret = /gridhelm-attempt-\w+=([\w-]{43})/.exec(browser.header('gridhelm'))?.[1] ?? '';
    expect(secret).toHaveLength(43);
    const answer = await atProvider(browser, urlOf(begun), 'u-ada');
    const finished = await finish(browser, answer);
    const { codes, audit } = await inStore(async (db) => ({
      codes: JSON.stringify(await db.selectFrom('one_time_codes').selectAll().execute()),
      audit: await db
        .selectFrom('audit_log')
        .where('action', '=', 'sign-in')
        .where('outcome', '=', 'done')
        .select(['operator_name', 'body'])
        .orderBy('sequence', 'desc')
        .executeTakeFirst(),
    }));
    expect(audit).toEqual({
      operator_name: 'Ada Lovelace',
      body: JSON.stringify({ role: 'administrator', provider: world.provider.issuer }),
    });
    const logs = world.gridhelm.logs.join('');
    expect(logs.length).toBeGreaterThan(1000);
    for (const text of [begun.text, finished.text, codes, logs]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(CLIENT.secret);
      expect(text).not.toMatch(/eyJ[\w-]{20}/);
    }
    const { code } = z.object({ code: z.string() }).parse(answer);
    expect(codes + logs).not.toContain(code);
  });
});
