import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderEntry, SessionAnswer } from '../contract/console/session.ts';
import { z } from '../contract/zod.ts';
import { startTestConsole, type TestConsole } from '../server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../server/testing/fake-service.ts';
import { recordReset } from '../operations/audit/sign-ins.ts';
import { openStore } from '../store/open-store.ts';
import { issueCode } from './one-time-codes.ts';
import { addEmergencyAdministrator, makeResetCode } from './password-reset-code.ts';
import {
  CLIENT,
  startIdentityProvider,
  type Account,
  type IdentityProviderServer,
} from './testing/identity-provider-server.ts';
import { Jar } from './testing/cookie-jar.ts';

const ROLES = new Map([
  ['guests', 'viewer'],
  ['ops-team', 'operator'],
  ['fleet-admins', 'administrator'],
] as const);
const collectives = { path: '/api/console/collectives' };

let provider: IdentityProviderServer;
let fake: FakeService;
let gridhelm: TestConsole;
const accounts = new Map<string, Account>();
beforeEach(() => {
  accounts.set('u-ada', { name: 'Ada Lovelace', groups: ['fleet-admins'] });
  accounts.set('u-jonas', { name: 'Jonas Verbeek', groups: ['guests', 'ops-team'] });
  accounts.set('u-mara', { name: 'Mara Lindqvist', groups: ['accounting'] });
});

beforeAll(async () => {
  [provider, fake] = await Promise.all([startIdentityProvider(accounts), startFakeService()]);
  gridhelm = await startTestConsole(fake, {
    config: {
      oidc: {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        roleClaim: 'groups',
        roles: ROLES,
      },
    },
  });
  provider.serve(gridhelm.running.origin);
});
afterAll(async () => {
  await gridhelm.running.close();
  await fake.close();
  await provider.close();
});

/** Sends a request of our page from a browser, and keeps the cookies that come back. */
async function page(browser: Jar, path: string, body?: object, method = 'POST') {
  const reply = await gridhelm.page(
    body === undefined && method === 'GET' ? { path } : { method, path, ...(body && { body }) },
    browser.header('gridhelm'),
  );
  browser.keep('gridhelm', reply.headers['set-cookie'] ?? []);
  return reply;
}

/** What the provider adds to the address of the sign-in page. */
async function atProvider(browser: Jar, url: string, subject: string): Promise<object> {
  const back = await browser.through(url, gridhelm.running.origin, (path) => ({
    url: new URL(path, provider.issuer).href,
    form: new URLSearchParams({ subject }),
  }));
  expect(back.pathname).toBe('/sign-in');
  return Object.fromEntries(back.searchParams);
}

async function begin(browser: Jar, confirms = false) {
  const begun = await page(browser, '/auth/provider', { confirms });
  return z.object({ url: z.string() }).parse(begun.json()).url;
}
const finish = (browser: Jar, answer: object) => page(browser, '/auth/provider/answer', answer);

async function signIn(browser: Jar, subject: string) {
  return finish(browser, await atProvider(browser, await begin(browser), subject));
}
const sessionOf = async (browser: Jar) =>
  SessionAnswer.parse((await page(browser, '/auth/session', undefined, 'GET')).json());

describe('sign-in by an identity provider', () => {
  test('the session has the highest role of the groups, and its cookie stays bound to our pages', async () => {
    const browser = new Jar();
    const url = new URL(await begin(browser));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile groups',
      code_challenge_method: 'S256',
      redirect_uri: `${gridhelm.running.origin}/sign-in`,
    });
    const reply = await finish(browser, await atProvider(browser, url.href, 'u-jonas'));
    expect(reply.status).toBe(200);
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
    expect((await page(browser, collectives.path, undefined, 'GET')).status).toBe(200);
  });

  test('the next sign-in has the other role of other groups, and the same account with its grants', async () => {
    const [jonas, ada] = [new Jar(), new Jar()];
    await signIn(ada, 'u-ada');
    const { id } = ProviderEntry.parse((await signIn(jonas, 'u-jonas')).json()).operator ?? {
      id: '',
    };
    const grants = [{ type: 'StopCharging', collectiveId: null, ignoreCooldown: false }];
    await confirm(ada, 'u-ada');
    const before = { role: 'operator', grants: [] };
    const change = { grants, before };
    const granted = await page(ada, `/api/console/operators/${id}`, change, 'PATCH');
    expect(granted.status).toBe(200);
    const changed = await page(ada, `/api/console/operators/${id}`, { role: 'viewer' }, 'PATCH');
    expect([changed.status, changed.problem().errors[0]?.message]).toEqual([
      409,
      'The identity provider gives the role of Jonas Verbeek, at each sign-in. Change the groups there.',
    ]);
    accounts.set('u-jonas', { name: 'Jonas V.', groups: ['guests'] });
    const other = new Jar();
    expect(ProviderEntry.parse((await signIn(other, 'u-jonas')).json())).toMatchObject({
      operator: { id, name: 'Jonas V.', role: 'viewer' },
      grants,
    });
    // The session that began before has it too.
    expect((await sessionOf(jonas)).operator?.role).toBe('viewer');
  });

  test('who has no group of the console is told so, and who had one loses sessions and tokens', async () => {
    const refused = await signIn(new Jar(), 'u-mara');
    expect([refused.status, refused.problem().errors[0]?.message]).toEqual([
      403,
      `Mara Lindqvist has an account at ${new URL(provider.issuer).host}, but none of its groups gives access to this console. Ask who manages the groups there.`,
    ]);
    accounts.set('u-mara', { name: 'Mara Lindqvist', groups: ['guests'] });
    const mara = new Jar();
    await signIn(mara, 'u-mara');
    expect((await sessionOf(mara)).operator?.name).toBe('Mara Lindqvist');
    accounts.set('u-mara', { name: 'Mara Lindqvist', groups: [] });
    expect((await signIn(new Jar(), 'u-mara')).status).toBe(403);
    expect((await sessionOf(mara)).operator).toBeNull();
  });

  test('an operator who is disabled here stays out, and is back when enabled', async () => {
    const [ada, jonas] = [new Jar(), new Jar()];
    await signIn(ada, 'u-ada');
    await confirm(ada, 'u-ada');
    const { id } = ProviderEntry.parse((await signIn(jonas, 'u-jonas')).json()).operator ?? {
      id: '',
    };
    const set = (disabled: boolean) =>
      page(ada, `/api/console/operators/${id}`, { disabled }, 'PATCH');
    expect((await set(true)).status).toBe(200);
    expect((await sessionOf(jonas)).operator).toBeNull();
    const refused = await signIn(jonas, 'u-jonas');
    expect([refused.status, refused.problem().errors[0]?.message]).toEqual([
      403,
      'Jonas Verbeek is disabled in this console and cannot sign in. Ask an administrator.',
    ]);
    await set(false);
    expect((await signIn(jonas, 'u-jonas')).status).toBe(200);
  });

  test('what needs a confirmation waits for a new sign-in at the provider, by the same person', async () => {
    const browser = new Jar();
    await signIn(browser, 'u-ada');
    const invited = () => page(browser, '/api/console/operators', undefined, 'GET');
    expect((await invited()).status).toBe(200);
    const token = async () => {
      const { operator } = await sessionOf(browser);
      return page(browser, `/api/console/operators/${operator?.id ?? ''}/tokens`, {
        name: 'Nightly',
      });
    };
    // Without a word from the provider when she proved who she is, the sign-in does not count.
    expect((await token()).problem().code).toBe('confirm_identity');
    const url = await begin(browser, true);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    const stranger = await finish(browser, await atProvider(new Jar(), url, 'u-jonas'));
    expect([stranger.status, stranger.problem().errors[0]?.message]).toEqual([
      403,
      'Jonas Verbeek confirmed, but somebody else is signed in here. Nothing was done.',
    ]);
    expect((await token()).status).toBe(403);
    expect((await confirm(browser, 'u-ada')).status).toBe(200);
    expect((await token()).status).toBe(200);
    expect((await page(new Jar(), '/auth/provider', { confirms: true })).status).toBe(401);
  });

  test('nobody signs in with a password, is invited or becomes the first administrator', async () => {
    const browser = new Jar();
    expect((await sessionOf(browser)).signIn).toEqual({
      demo: [],
      password: false,
      setup: false,
      provider: new URL(provider.issuer).host,
    });
    const given = { name: 'Ada', password: 'correct horse battery' };
    const closed: [string, object][] = [
      ['/auth/demo', { role: 'administrator' }],
      ['/auth/sign-in', given],
      ['/auth/setup', { ...given, code: 'AAAA' }],
    ];
    for (const [path, body] of closed) expect((await page(browser, path, body)).status).toBe(404);
    const ada = new Jar();
    await signIn(ada, 'u-ada');
    await confirm(ada, 'u-ada');
    const invited = await page(ada, '/api/console/operators', {
      name: 'B',
      role: 'viewer',
      grants: [],
    });
    expect(invited.status).toBe(404);
  });

  test('a code of the command line lets an administrator in, and nobody else; its password does not', async () => {
    const db = await openStore(gridhelm.store);
    const password = 'a sturdy battery of staples';
    const reset = (browser: Jar, code: string) => page(browser, '/auth/reset', { code, password });
    try {
      await addEmergencyAdministrator(db, Date.now());
      // A second time, as by a second command: there is one such account.
      await addEmergencyAdministrator(db, Date.now());
      const { code } = await makeResetCode(db, null, Date.now(), recordReset);
      const browser = new Jar();
      const entered = await reset(browser, code);
      const { operator } = SessionAnswer.parse(entered.json());
      expect(operator).toMatchObject({ name: 'Emergency administrator', role: 'administrator' });
      const named = { name: 'Emergency administrator', password };
      expect((await page(new Jar(), '/auth/sign-in', named)).status).toBe(404);
      expect((await page(browser, '/auth/confirm', { password })).status).toBe(204);
      expect((await reset(new Jar(), code)).status).toBe(403);
      // A link that an administrator made before there was a provider.
      await db
        .updateTable('operators')
        .set({ role: 'operator' })
        .where('id', '=', operator?.id ?? '')
        .execute();
      const { code: link } = await issueCode(db, 'reset', operator?.id ?? '', Date.now());
      expect((await page(new Jar(), '/auth/link', { code: link })).status).toBe(404);
      expect((await reset(new Jar(), link)).status).toBe(404);
      expect((await sessionOf(browser)).operator).toBeNull();
    } finally {
      await db.destroy();
    }
  });

  test('the emergency administrator who was disabled after use is enabled again by the next command', async () => {
    const db = await openStore(gridhelm.store);
    const codeNow = async () => {
      await addEmergencyAdministrator(db, Date.now());
      return (await makeResetCode(db, 'Emergency administrator', Date.now(), recordReset)).code;
    };
    const enter = async (code: string) => {
      const browser = new Jar();
      const password = 'a sturdy battery of staples';
      const entered = await page(browser, '/auth/reset', { code, password });
      const { operator } = SessionAnswer.parse(entered.json());
      return { browser, id: operator?.id ?? '' };
    };
    try {
      // Whatever an earlier test made of it.
      await db.updateTable('operators').set({ role: 'administrator' }).execute();
      const first = await enter(await codeNow());
      const ada = new Jar();
      await signIn(ada, 'u-ada');
      await confirm(ada, 'u-ada');
      const address = `/api/console/operators/${first.id}`;
      expect((await page(ada, address, { disabled: true }, 'PATCH')).status).toBe(200);
      expect((await sessionOf(first.browser)).operator).toBeNull();
      const again = await enter(await codeNow());
      expect(again.id).toBe(first.id);
      expect((await sessionOf(again.browser)).operator).toMatchObject({ role: 'administrator' });
    } finally {
      await db.destroy();
    }
  });

  test('signing out ends the session here, and leads to the sign-out of the provider', async () => {
    const browser = new Jar();
    await signIn(browser, 'u-ada');
    expect((await page(browser, '/auth/sign-out')).status).toBe(204);
    const left = await page(browser, '/auth/provider/sign-out');
    const url = new URL(z.object({ url: z.string() }).parse(left.json()).url);
    expect(url.href.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT.id,
      post_logout_redirect_uri: `${gridhelm.running.origin}/sign-in`,
    });
  });
});

/** Confirms at the provider who is signed in. */
async function confirm(browser: Jar, subject: string) {
  return finish(browser, await atProvider(browser, await begin(browser, true), subject));
}

describe('an attempt', () => {
  test('works once, and several tabs of a browser each have their own', async () => {
    const browser = new Jar();
    const [first, second] = [await begin(browser), await begin(browser)];
    const answers = [
      await atProvider(browser, first, 'u-ada'),
      await atProvider(browser, second, 'u-ada'),
    ];
    const cookies = browser.header('gridhelm');
    expect((await finish(browser, answers[1] ?? {})).status).toBe(200);
    expect((await finish(browser, answers[0] ?? {})).status).toBe(200);
    // With the cookies of before, as if somebody had copied them.
    const replayed = await gridhelm.page(
      { method: 'POST', path: '/auth/provider/answer', body: answers[0] ?? {} },
      cookies,
    );
    expect([replayed.status, replayed.problem().errors[0]?.message]).toEqual([
      401,
      'This sign-in was used already, or took too long. Sign in again.',
    ]);
  });

  test('of two answers at once with one state, one begins a session', async () => {
    const browser = new Jar();
    const answer = await atProvider(browser, await begin(browser), 'u-ada');
    const both = await Promise.all(
      [1, 2].map(() =>
        gridhelm.page(
          { method: 'POST', path: '/auth/provider/answer', body: answer },
          browser.header('gridhelm'),
        ),
      ),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  test('is refused in another browser, and with the state of another attempt', async () => {
    const [victim, attacker] = [new Jar(), new Jar()];
    const stolen = await atProvider(attacker, await begin(attacker), 'u-jonas');
    const refused = await finish(victim, stolen);
    expect(refused.status).toBe(401);
    expect(refused.problem().errors[0]?.message).toContain('begun in another browser');
    const own = Object.fromEntries(new URL(await begin(victim)).searchParams);
    // The attacker's code with the victim's own state: PKCE does not match.
    const mixed = await finish(victim, { ...stolen, state: own['state'] });
    expect(mixed.status).toBe(401);
    expect((await sessionOf(victim)).operator).toBeNull();
  });

  test('of which there are more than eight in a browser drops the earlier ones', async () => {
    const browser = new Jar();
    for (let at = 0; at < 12; at += 1) await begin(browser);
    expect(browser.header('gridhelm').split(';').length).toBeLessThan(9);
  });

  test('leaves no secret in the store, in an answer or in the log', async () => {
    const browser = new Jar();
    const begun = await page(browser, '/auth/provider', { confirms: false });
    const secret = /gridhelm-attempt-\w+=([\w-]{43})/.exec(browser.header('gridhelm'))?.[1] ?? '';
    expect(secret).toHaveLength(43);
    const answer = await atProvider(
      browser,
      z.object({ url: z.string() }).parse(begun.json()).url,
      'u-ada',
    );
    const finished = await finish(browser, answer);
    const db = await openStore(gridhelm.store);
    const codes = JSON.stringify(await db.selectFrom('one_time_codes').selectAll().execute());
    const audit = await db
      .selectFrom('audit_log')
      .where('action', '=', 'sign-in')
      .where('outcome', '=', 'done')
      .select(['operator_name', 'body'])
      .orderBy('sequence', 'desc')
      .executeTakeFirst();
    await db.destroy();
    expect(audit?.operator_name).toBe('Ada Lovelace');
    expect(JSON.parse(audit?.body ?? '')).toEqual({
      role: 'administrator',
      provider: provider.issuer,
    });
    const logs = gridhelm.logs.join('');
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
