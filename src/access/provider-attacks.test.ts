import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SessionAnswer } from '../contract/console/session.ts';
import { startTestConsole, type TestConsole } from '../server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../server/testing/fake-service.ts';
import { Jar, sendFrom } from './testing/cookie-jar.ts';
import { CLIENT } from './testing/identity-provider-server.ts';
import { urlOf } from './testing/provider-console.ts';
import { noLies, startLyingProvider, type LyingProvider } from './testing/lying-provider.ts';

let nonce = '';
let lying: LyingProvider;
let fake: FakeService;
let gridhelm: TestConsole;
const start = () =>
  startTestConsole(fake, {
    config: {
      oidc: {
        issuer: lying.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        roleClaim: 'groups',
        roles: new Map([['admins', 'administrator']]),
      },
    },
  });

beforeAll(async () => {
  [lying, fake] = await Promise.all([startLyingProvider(() => nonce), startFakeService()]);
  gridhelm = await start();
});
afterAll(async () => {
  await gridhelm.running.close();
  await fake.close();
  await lying.close();
});
beforeEach(() => {
  lying.lies = noLies();
});

const send = (browser: Jar, what: string, body?: object) => sendFrom(gridhelm, browser, what, body);

/** Begins an attempt, and ends it with what the provider would answer. */
async function signIn(browser = new Jar(), answer: object = {}, confirms = false) {
  const begun = await send(browser, 'POST /auth/provider', { confirms });
  if (begun.status !== 200) return begun;
  const { searchParams } = new URL(urlOf(begun));
  nonce = searchParams.get('nonce') ?? '';
  const state = searchParams.get('state');
  return send(browser, 'POST /auth/provider/answer', { state, code: 'code', ...answer });
}
const refusal = async (browser?: Jar, answer?: object, confirms?: boolean) =>
  (await signIn(browser, answer, confirms)).refusal();
const status = async (browser?: Jar, answer?: object) => (await signIn(browser, answer)).status;
/** The operator who signs in. */
const operator = async (browser?: Jar) =>
  SessionAnswer.parse((await signIn(browser)).json()).operator;
const UNVERIFIED = [401, expect.stringContaining('could not be verified')];
const hour = () => Math.floor(Date.now() / 1000) + 3600;

describe('an answer that is not what this attempt asked for', () => {
  const claims: [string, LyingProvider['lies']['claims']][] = [
    ['another nonce', { nonce: 'that of another attempt' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'another client' }],
    ['several audiences, for another party', { aud: [CLIENT.id, 'other'], azp: 'other' }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
  ];
  test.each(claims)('with %s is refused', async (_name, changed) => {
    expect(await status()).toBe(200);
    lying.lies.claims = changed;
    const browser = new Jar();
    expect(await refusal(browser)).toEqual(UNVERIFIED);
    expect(browser.header('gridhelm')).toBe('');
  });

  test.each(['HS256', 'none', 'other key'] as const)(
    'signed with %s is refused, though the provider names it',
    async (signature) => {
      lying.lies.signature = signature;
      expect(await refusal()).toEqual(UNVERIFIED);
    },
  );

  test('of another provider is refused by the issuer in the address', async () => {
    const before = lying.seen.get('/token') ?? 0;
    expect(await status(new Jar(), { iss: 'https://elsewhere.example' })).toBe(401);
    expect(lying.seen.get('/token') ?? 0).toBe(before);
  });

  test('that refuses the sign-in is said, and its text is not shown', async () => {
    expect(await refusal(new Jar(), { code: undefined, error: 'access_denied' })).toEqual([
      401,
      `The sign-in at ${new URL(lying.issuer).host} was canceled or refused.`,
    ]);
    const odd = await signIn(new Jar(), { code: undefined, error: '<b>call us</b>' });
    expect(odd.status).toBe(401);
    expect(odd.text).not.toContain('call us');
  });
});

describe('what the provider says of a person', () => {
  test.each([
    ['one group as a text', { groups: 'admins' }, 200],
    ['a group among others', { groups: ['x', 'admins', 7, null] }, 200],
    ['groups of other cases', { groups: ['Admins'] }, 403],
    ['an object', { groups: { admins: true } }, 403],
    ['nothing', { groups: undefined }, 403],
  ])('%s', async (_name, groups, expected) => {
    lying.lies.claims = groups;
    expect(await status()).toBe(expected);
  });

  test('the same e-mail address and name with another subject is somebody else', async () => {
    const ids = [];
    for (const sub of ['ada', 'ada', 'grace']) {
      lying.lies.claims = { sub, email: 'ada@example.org', email_verified: true };
      ids.push((await operator())?.id);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('a name that would turn the text around is not used', async () => {
    lying.lies.claims = { sub: 'odd', name: 'Ada\u202E', preferred_username: 'ada@example.org' };
    expect((await operator())?.name).toBe('ada@example.org');
  });

  test('a confirmation counts only if the provider asked again who it is', async () => {
    const old = { auth_time: Math.floor(Date.now() / 1000) - 3600 };
    const browser = new Jar();
    lying.lies.claims = old;
    const tokens = `/api/console/operators/${(await operator(browser))?.id ?? ''}/tokens`;
    const token = () => send(browser, `POST ${tokens}`, { name: 'T' });
    expect((await token()).problem().code).toBe('confirm_identity');
    for (const claims of [old, { auth_time: undefined }]) {
      lying.lies.claims = claims;
      const refused = [403, expect.stringContaining('did not ask again')];
      expect(await refusal(browser, {}, true)).toEqual(refused);
    }
    expect((await token()).status).toBe(403);
    lying.lies = noLies();
    expect((await signIn(browser, {}, true)).status).toBe(200);
    expect((await token()).status).toBe(200);
  });
});

describe('a provider in trouble', () => {
  const host = () => new URL(lying.issuer).host;
  const words = (code: number, text: string) => [code, `${host()} ${text}`];
  const unknownConsole = () =>
    words(
      503,
      'does not accept this console. An administrator must check its client id and secret.',
    );
  /** A console that has not asked it yet. */
  const fresh = async <T>(work: () => Promise<T>): Promise<T> => {
    const kept = gridhelm;
    gridhelm = await start();
    try {
      return await work();
    } finally {
      await gridhelm.running.close();
      gridhelm = kept;
    }
  };

  test('that is away delays no start; the sign-in page says so, and works once it is back', () =>
    fresh(async () => {
      lying.lies.everything = 503;
      const trouble = words(503, 'answers with an error. Try again in a moment.');
      expect(await refusal()).toEqual(trouble);
      expect((await gridhelm.send('GET /auth/session')).status).toBe(200);
      lying.lies = noLies();
      expect(await status()).toBe(200);
    }));

  test(
    'that never answers is waited for a few seconds, once for all who ask',
    () =>
      fresh(async () => {
        lying.lies.everything = 'never';
        const path = '/.well-known/openid-configuration';
        const before = lying.seen.get(path) ?? 0;
        const slow = words(503, 'does not answer in time. Try again in a moment.');
        const replies = await Promise.all([1, 2, 3].map(() => refusal()));
        expect(replies).toEqual([slow, slow, slow]);
        expect(lying.seen.get(path)).toBe(before + 1);
      }),
    20_000,
  );

  test('that fails between begin and answer signs nobody in, and who is signed in goes on', async () => {
    const browser = new Jar();
    await signIn(browser);
    lying.lies.tokenError = 'invalid_client';
    expect(await refusal()).toEqual(unknownConsole());
    lying.lies.everything = 500;
    expect((await send(browser, 'GET /api/console/collectives')).status).toBe(200);
    const logs = gridhelm.logs.join('');
    expect(logs).toContain('invalid_client');
    expect(logs).not.toContain(CLIENT.secret);
    expect(logs).not.toContain('an-access-token');
  });

  test('that refuses the secret by a challenge is told apart from a used code', async () => {
    lying.lies = { ...noLies(), tokenError: 'invalid_client', challenges: true };
    const browser = new Jar();
    const refused = await signIn(browser);
    expect(refused.refusal()).toEqual(unknownConsole());
    expect(refused.headers['www-authenticate']).toBeUndefined();
    expect(browser.header('gridhelm')).toBe('');
    expect(gridhelm.logs.join('') + refused.text).not.toContain(CLIENT.secret);
  });

  test('that says a code was used is believed', async () => {
    lying.lies.tokenError = 'invalid_grant';
    const used = 'says that this sign-in was used or has expired. Sign in again.';
    expect(await refusal()).toEqual(words(401, used));
  });

  test('that changes its keys is asked for them anew, at the next sign-in at the latest', async () => {
    expect(await status()).toBe(200);
    await lying.rotate();
    const changed = `The keys of ${host()} have just changed. Sign in again.`;
    expect(await refusal()).toEqual([401, changed]);
    expect(await status()).toBe(200);
  });

  test.each([
    ['hours behind', { iat: hour() - 7 * 3600, exp: hour() - 6 * 3600 }],
    ['an hour ahead', { iat: hour(), exp: hour() + 300 }],
  ])('whose clock is %s is refused in words', async (_name, times) => {
    lying.lies.claims = times;
    expect(await refusal()).toEqual([
      401,
      `The clock of ${host()} and that of this console are more than five minutes apart. An administrator must set the one that is wrong.`,
    ]);
    lying.lies.claims = { iat: hour() - 3600 - 120, exp: hour() - 3600 - 60 };
    expect(await status()).toBe(200);
  });

  test.each([
    ['another issuer', { issuer: 'https://elsewhere.example' }],
    ['no address to sign in at', { authorization_endpoint: undefined }],
    ['a script as that address', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('that describes itself with %s is not used', (_name, metadata) =>
    fresh(async () => {
      lying.lies.metadata = metadata;
      expect(await refusal()).toEqual([503, expect.stringContaining(host())]);
    }),
  );
});
