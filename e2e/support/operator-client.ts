import { isDeepStrictEqual } from 'node:util';
import { BatchDetail, BatchRows, type BatchRow } from '../../src/contract/console/batch.ts';
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

/** A batch with all its rows. */
export type WholeBatch = BatchDetail & Pick<BatchRows, 'rows'>;

/** An operator without a browser: signs in and calls the console's server over real HTTP. */
export class OperatorClient {
  readonly #origin: string;
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The same operator, in the same session, at another process of the console. */
  at(origin: string): OperatorClient {
    const client = new OperatorClient(origin);
    client.#cookie = this.#cookie;
    return client;
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

  /** A batch with all its rows, all of one moment: read again if it changed meanwhile. */
  async batch(id: string): Promise<WholeBatch> {
    const path = fillPath(CONSOLE_ROUTES.batch.path, { id });
    for (;;) {
      const before = await this.read(BatchDetail, path);
      const rows: BatchRow[] = [];
      for (let total = Infinity; rows.length < total;) {
        const target = `${fillPath(CONSOLE_ROUTES.batchRows.path, { id })}?offset=${rows.length}`;
        const page = await this.read(BatchRows, target);
        total = page.rows.length === 0 ? 0 : page.total;
        rows.push(...page.rows);
      }
      const { asOf: _now, ...after } = await this.read(BatchDetail, path);
      if (isDeepStrictEqual({ ...after, asOf: before.asOf }, before)) return { ...before, rows };
    }
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

  /** The same, overriding every warning of the guard, and what it finds meanwhile. */
  async dispatchAnyway(
    collectiveId: string,
    body: unknown,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<Response> {
    let more = headers;
    for (;;) {
      const answer = await this.dispatch(collectiveId, body, more, query);
      if (answer.status !== 409) return answer;
      const { code, guard } = Problem.parse(await answer.clone().json());
      if (code !== 'dispatch_guarded' || guard === undefined) return answer;
      more = { [REASON_HEADER]: 'seen', ...headers, [OVERRIDE_HEADER]: guard.digest };
    }
  }
}
