import { overrideHeader } from '../../src/contract/console/guard.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import {
  CONSOLE_HEADER,
  OVERRIDE_HEADER,
  PROXY_PREFIX,
  REASON_HEADER,
} from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import type { Role } from '../../src/contract/console/session.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { fillPath } from '../../src/contract/paths.ts';
import type { z } from '../../src/contract/zod.ts';

/** An operator without a browser: signs in and calls the console's server over real HTTP. */
export class OperatorClient {
  readonly #origin: string;
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signIn(role: Role = 'operator'): Promise<this> {
    const answer = await this.call('POST', CONSOLE_ROUTES.demoSignIn.path, { body: { role } });
    if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
    this.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return this;
  }

  /** Creates the first administrator with the one-time code, and signs in. */
  async becomeAdministrator(code: string): Promise<this> {
    const body = { code, name: 'Ada', password: 'a sturdy battery of staples' };
    const answer = await this.call('POST', CONSOLE_ROUTES.firstAdministrator.path, { body });
    if (!answer.ok) throw new Error(`set-up: ${answer.status} ${await answer.text()}`);
    this.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return this;
  }

  /** One request with the headers of a browser on the console's own page; nothing is retried. */
  async call(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { body, headers } = options;
    return await fetch(`${this.#origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        [CONSOLE_HEADER.name]: CONSOLE_HEADER.value,
        Origin: this.#origin,
        ...(this.#cookie === '' ? {} : { Cookie: this.#cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Reads and parses what a GET answers. */
  async read<S extends z.ZodType>(schema: S, path: string): Promise<z.infer<S>> {
    const answer = await this.call('GET', path);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return schema.parse(await answer.json());
  }

  /** Sends a Command to a Collective under an intent id. */
  async dispatch(
    collectiveId: string,
    body: unknown,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<Response> {
    // A list is a schedule, for which the interface has a separate path.
    const endpoint = Array.isArray(body) ? ENDPOINTS.scheduleCommands : ENDPOINTS.sendCommand;
    const path = `${PROXY_PREFIX}${fillPath(endpoint.path, { collectiveId })}${query}`;
    return await this.call('POST', path, { body, headers });
  }

  /** The same, overriding every warning of the guard. */
  async dispatchAnyway(
    collectiveId: string,
    body: unknown,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<Response> {
    const first = await this.dispatch(collectiveId, body, headers, query);
    if (first.status !== 409) return first;
    const problem = Problem.parse(await first.clone().json());
    if (problem.code !== 'dispatch_guarded') return first;
    const { totals = [], seen = 0 } = problem.guard ?? {};
    const override = overrideHeader({ kinds: totals.map(({ kind }) => kind), seen });
    const more = { [REASON_HEADER]: 'seen', ...headers, [OVERRIDE_HEADER]: override };
    return await this.dispatch(collectiveId, body, more, query);
  }
}
