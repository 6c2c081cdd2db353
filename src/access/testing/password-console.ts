import { consoleOfAllTests } from '../../server/testing/started-console.ts';
import type { TestConsole } from '../../server/testing/console-harness.ts';

export const PASSWORD = 'correct horse battery';

type Answered = Awaited<ReturnType<TestConsole['send']>>;

/** The cookie of the session that an answer began; empty if it began none. */
export const cookieOf = ({ headers }: Pick<Answered, 'headers'>): string =>
  (headers['set-cookie'] ?? [])
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith('gridhelm=')) ?? '';

/** A console in front of a real Service, where one signs in with a password. */
export function consoleOfPasswords(options: Parameters<typeof consoleOfAllTests>[0] = {}) {
  let line = '';
  const started = consoleOfAllTests({
    embedded: false,
    setupCodeSink: (text) => (line = text),
    ...options,
  });
  return {
    started,
    /** Makes the first administrator with the code that the start printed. */
    setUp: (name: string, password: string) => {
      const code = /one-time code (\S+)/.exec(line)?.[1] ?? '';
      return started.send('POST /auth/setup', undefined, { code, name, password });
    },
    signIn: (name: string, password: string) =>
      started.send('POST /auth/sign-in', undefined, { name, password }),
  };
}
