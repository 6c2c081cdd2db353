import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../contract/queries.ts';
import { z } from '../contract/zod.ts';
import {
  IDS,
  TEST_START_MS,
  type ServiceUnderTest,
  serviceUnderTest,
} from '../service/test-support.ts';
import type { Targets } from './fixtures.ts';
import { encoded } from './jwt.ts';
import { conform } from './run.ts';
import type { Finding, Outcome } from './suite.ts';
import { type Lies, type Reply, relay, withFields } from './testing/relay.ts';

let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest();
});
afterAll(async () => {
  await sut.close();
});

const TARGETS: Targets = {
  entityIds: [IDS.entity('prompt'), IDS.entity('lent')],
  collectiveId: IDS.fleet,
  incompatibleEntityId: null,
  foreignEntityId: null,
  foreignCollectiveId: null,
  offboardEntityId: null,
  offboardForGood: false,
  removeMemberId: null,
  deleteLocation: null,
};

/**
 * Reads a deployment that lies, treated as a foreign one.
 * @param nowMs the clock of the suite
 */
async function findings(lies: Lies, nowMs = TEST_START_MS): Promise<Finding[]> {
  const deployment = await relay(sut, lies);
  const { origin } = deployment;
  const access = {
    baseUrl: origin,
    authUrl: `${origin}/token`,
    ...sut.service.credentials,
    scope: 'esp',
    dialect: DEFAULT_DIALECT,
  };
  const wait = () => Promise.resolve();
  const found = await conform(
    { access, now: () => nowMs, wait },
    { write: false, allowSend: false, embedded: false },
    () => Promise.resolve(TARGETS),
  );
  deployment.close();
  return found;
}

const named = (found: readonly Finding[], outcome: Outcome) =>
  found.filter((finding) => finding.outcome === outcome).map(({ name }) => name);

const Token = z.object({ access_token: z.string() });

/** A token of another form in place of the real one, which the deployment can translate. */
function withToken(other: (real: string) => string): Lies {
  const real = new Map<string, string>();
  return {
    asked: (exchange) => {
      const known = real.get(exchange.authorization ?? '');
      if (known !== undefined) exchange.authorization = known;
      // The embedded service would take the token behind it.
      else if (exchange.authorization !== undefined) exchange.authorization = 'Bearer unknown';
    },
    answered: ({ url }, reply) => {
      if (url.href !== sut.service.authUrl || reply.status !== 200) return reply;
      const { access_token } = Token.parse(JSON.parse(reply.text));
      const given = other(access_token);
      real.set(`Bearer ${given}`, `Bearer ${access_token}`);
      return { ...reply, text: withFields(reply.text, { access_token: given }) };
    },
  };
}

describe('an undocumented point is not a fault', () => {
  test('unknown ids that answer 200 with nothing, brands that are null, types that are unknown', async () => {
    const found = await findings({
      answered: ({ url }, reply) => {
        const ok = (json: unknown): Reply => ({
          ...reply,
          status: 200,
          text: JSON.stringify(json),
        });
        if (url.pathname.endsWith('/types/entities') && reply.status === 200) {
          return ok({
            data: [{ type: 'FlyWheel', brands: null }, { type: 'FlyWheel' }],
            links: { next: null },
            meta: { continuationToken: null, pageSize: 25 },
          });
        }
        if (reply.status !== 404) return reply;
        return ok(url.pathname.endsWith('/features') ? [] : { data: [] });
      },
    });
    expect(named(found, 'differs')).toEqual([]);
    expect(named(found, 'differs (allowed)')).toEqual(
      expect.arrayContaining([
        'GET /v1/entities/{entityId}/commands: refuses an unknown id, with an error body',
        'GET /v1/entities/{entityId}/features: refuses an unknown id, with an error body',
        'all reads: an unknown id is 404',
        'every type has brands',
        'every type is a known one',
        'Battery can be onboarded',
        'no type is listed twice',
      ]),
    );
  });

  test('absent fields, unknown statuses and units, a clock ten minutes behind', async () => {
    const Page = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });
    const found = await findings(
      {
        answered: ({ url }, reply) => {
          const status = reply.status === 404 || reply.status === 400 ? 422 : reply.status;
          const page = Page.safeParse(status === 200 ? JSON.parse(reply.text) : null);
          if (!page.success) return { ...reply, status };
          const { data } = page.data;
          if (url.pathname.endsWith('/commands')) {
            for (const row of data) delete row['verification'];
            for (const row of data) row['error'] = null;
          }
          if (url.pathname.endsWith('/offboarding/entities')) {
            for (const row of data) Object.assign(row, { status: 'Waiting', principalId: null });
          }
          if (url.pathname.endsWith('/charge-sessions')) {
            for (const row of data) Object.assign(row, { created: null, entityId: null });
          }
          // Neither links nor the page size.
          const { links: _, ...rest } = page.data;
          return { ...reply, status, text: JSON.stringify(rest) };
        },
      },
      TEST_START_MS + 600_000,
    );
    expect(named(found, 'differs')).toEqual([]);
    expect(named(found, 'differs (allowed)').length).toBeGreaterThan(15);
  });

  test('parameters with other names', async () => {
    const found = await findings({
      asked: ({ url }) => {
        const token = url.searchParams.get('after');
        const size = url.searchParams.get('n');
        url.search = '';
        if (token !== null) url.searchParams.set('continuationToken', token);
        if (size !== null) url.searchParams.set('pageSize', size);
      },
      answered: (_, reply) => ({
        ...reply,
        text: reply.text.replaceAll('continuationToken=', 'after=').replaceAll('pageSize=', 'n='),
      }),
    });
    expect(named(found, 'differs')).toEqual([]);
  });

  test('an opaque token is one fault, and dependent checks name it as the reason', async () => {
    const found = await findings(withToken((real) => `opaque-${real.slice(-24)}`));
    expect(named(found, 'differs')).toEqual(['access_token is a JWT']);
    const reasons = found.filter(({ detail }) => detail?.includes('not a JWT') === true);
    expect(reasons.length).toBeGreaterThan(5);
    expect(reasons.every(({ outcome }) => outcome === 'not tried')).toBe(true);
  });

  test('an encrypted JWT is accepted as a JWT', async () => {
    const head = encoded({ alg: 'dir', enc: 'A256GCM', kid: 'one' });
    const found = await findings(withToken((real) => `${head}..aXY.${real.slice(-40)}.dGFn`));
    expect(named(found, 'differs')).toEqual([]);
    expect(found.filter(({ detail }) => detail?.includes('not a JWT') === true)).toEqual([]);
    const reasons = found.filter(({ detail }) => detail?.includes('an encrypted JWT') === true);
    expect(reasons.length).toBeGreaterThan(3);
  });
});

describe('one cause is reported once', () => {
  const once = async (lies: Lies) => {
    const found = await findings(lies);
    return { faults: named(found, 'differs'), same: named(found, 'same cause') };
  };

  test('failures without an error body', async () => {
    const { faults, same } = await once({
      answered: (_, reply) => (reply.status < 400 ? reply : { ...reply, text: '' }),
    });
    expect(faults).toHaveLength(1);
    expect(same.length).toBeGreaterThan(15);
  });

  test('a list that answers 500', async () => {
    const errors = '{"errors":[{"code":null,"description":null,"message":"no disk"}]}';
    const { faults, same } = await once({
      answered: ({ url }, reply) =>
        url.pathname.endsWith('/charge-sessions') && reply.status === 200
          ? { ...reply, status: 500, text: errors }
          : reply,
    });
    expect(faults).toEqual(['Charge Sessions of an Entity: come in the paging envelope']);
    expect(same.length).toBeGreaterThan(15);
  });

  test('a row that does not fit', async () => {
    const { faults } = await once({
      answered: (_, reply) => ({
        ...reply,
        text: reply.text.replaceAll('"unit":"kWh"', '"unit":7'),
      }),
    });
    expect(faults).toEqual(['Charge Sessions of an Entity: come in the paging envelope']);
  });

  test('tokens are not checked', async () => {
    const token = await sut.token();
    const { faults } = await once({
      asked: (exchange) => {
        exchange.authorization = `Bearer ${token}`;
      },
    });
    expect(faults).toEqual([
      'a text that is not a token is refused',
      'GET /v1/entities/{entityId}/locations: gives nothing without the bearer token',
    ]);
  });
});
