import { afterAll, beforeAll, expect } from 'vitest';
import { z } from '../../contract/zod.ts';
import { startTestConsole, type TestConsole } from '../../server/testing/console-harness.ts';
import { startFakeService } from '../../server/testing/fake-service.ts';
import { sendFrom, type Jar } from './cookie-jar.ts';
import {
  CLIENT,
  startIdentityProvider,
  type Account,
  type IdentityProviderServer,
} from './identity-provider-server.ts';

const ROLES = new Map([
  ['guests', 'viewer'],
  ['ops-team', 'operator'],
  ['fleet-admins', 'administrator'],
] as const);

/** The address in an answer. */
export const urlOf = (reply: { json(): unknown }): string =>
  z.object({ url: z.string() }).parse(reply.json()).url;

/** Starts a console with an identity provider before all tests of a file, and closes both after the last. */
export function consoleWithProvider(accounts: Map<string, Account>) {
  let running: { provider: IdentityProviderServer; gridhelm: TestConsole } | null = null;
  const get = () => {
    if (running === null) throw new Error('The console is started before the tests, not yet.');
    return running;
  };
  beforeAll(async () => {
    const [provider, fake] = await Promise.all([
      startIdentityProvider(accounts),
      startFakeService(),
    ]);
    const { id: clientId, secret: clientSecret } = CLIENT;
    const settings = { clientId, clientSecret, roleClaim: 'groups', roles: ROLES };
    const oidc = { issuer: provider.issuer, ...settings };
    const gridhelm = await startTestConsole(fake, { config: { oidc } });
    provider.serve(gridhelm.running.origin);
    running = { provider, gridhelm };
    return async () => {
      await gridhelm.running.close();
      await fake.close();
    };
  });
  afterAll(() => get().provider.close());

  const send = (browser: Jar, what: string, body?: object) =>
    sendFrom(get().gridhelm, browser, what, body);
  /** What the provider adds to the address of the sign-in page. */
  const atProvider = async (browser: Jar, url: string, subject: string): Promise<object> => {
    const { provider, gridhelm } = get();
    const back = await browser.through(url, gridhelm.running.origin, (path) => ({
      url: new URL(path, provider.issuer).href,
      form: new URLSearchParams({ subject }),
    }));
    expect(back.pathname).toBe('/sign-in');
    return Object.fromEntries(back.searchParams);
  };
  const begin = async (browser: Jar, confirms = false) =>
    urlOf(await send(browser, 'POST /auth/provider', { confirms }));
  const finish = (browser: Jar, answer: object) =>
    send(browser, 'POST /auth/provider/answer', answer);
  return {
    get provider() {
      return get().provider;
    },
    get gridhelm() {
      return get().gridhelm;
    },
    send,
    atProvider,
    /** Begins an attempt, or a confirmation; returns the address at the provider. */
    begin,
    finish,
    signIn: async (browser: Jar, subject: string, confirms = false) =>
      finish(browser, await atProvider(browser, await begin(browser, confirms), subject)),
  };
}
