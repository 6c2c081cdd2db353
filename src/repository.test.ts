import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  namesOf,
  product,
  roomOf,
  root,
  TEST,
  web,
  type SourceFile,
} from './testing/source-files.ts';

/** Which room may import which; `start.ts` may import everything, and nothing may import a test. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract', 'lib'],
  lib: ['lib'],
  domain: ['domain', 'contract', 'lib'],
  store: ['store', 'domain', 'contract', 'lib'],
  http: ['http', 'store', 'contract', 'lib'],
  access: ['access', 'http', 'store', 'domain', 'contract', 'lib'],
  bff: ['bff', 'http', 'store', 'domain', 'contract', 'lib'],
  operations: ['operations', 'bff', 'access', 'http', 'store', 'domain', 'contract', 'lib'],
  server: ['server', 'operations', 'bff', 'access', 'http', 'store', 'domain', 'contract', 'lib'],
  service: ['service', 'store/dialect', 'domain', 'contract', 'lib'],
  conformance: ['conformance', 'contract', 'lib'],
  bench: ['bench', 'service/store', 'store', 'contract', 'lib'],
  web: ['web', 'contract', 'domain', 'lib'],
};

/** The one file of the suite that starts a service, to check the embedded one. */
const SUITE_PROGRAM = 'conformance/main.ts';

/** The one error-to-text function, which the error panel of every page uses. */
const ERROR_TEXT = 'web/api/errors.ts';

/** Inside web, from the outside in: a part may import itself and what stands to its right. */
const WEB_ALLOWED: Readonly<Record<string, readonly string[]>> = {
  routes: ['routes', 'features', 'components', 'api', 'theme'],
  features: ['features', 'components', 'api', 'theme'],
  components: ['components', 'theme'],
  api: ['api'],
  theme: ['theme'],
};

/** The features of the console, foundations first: one may import those before it. */
const FEATURES = (
  'help session operators fleet settings audit catalogue members entity-choice tariffs dispatch jobs batches bulk ' +
  'offboarding collective-sessions report sealed-report map directory entities schedule ' +
  'collectives overview reports palette frame'
).split(' ');

/** The file below src that a relative import means, or null for a package. */
function target(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}

/** Whether a file lies in one of the rooms or folders of rooms. */
function liesIn(file: string, rooms: readonly string[]): boolean {
  return rooms.some((room) => file.startsWith(`${room}/`));
}

/** What is imported where it may not be, as sentences. */
function imported(by: readonly SourceFile[], isWrong: (file: string, name: string) => boolean) {
  return by.flatMap(({ file, imports }) =>
    imports.filter((name) => isWrong(file, name)).map((name) => `${file} imports ${name}`),
  );
}

describe('the rooms of src', () => {
  test('the scan sees every room, so that no check below is empty', () => {
    const rooms = new Set(product.map((entry) => roomOf(entry.file)));
    expect([...rooms].toSorted()).toEqual([...Object.keys(ALLOWED), 'start.ts'].toSorted());
    expect(product.flatMap((entry) => entry.imports).length).toBeGreaterThan(100);
  });

  test('each room imports only what it may', () => {
    const broken = imported(product, (file, name) => {
      const [allowed, to] = [ALLOWED[roomOf(file)], target(file, name)];
      if (allowed === undefined || to === null || file === SUITE_PROGRAM) return false;
      return !liesIn(to, allowed);
    });
    expect(broken).toEqual([]);
  });

  test('are in the contribution guide with what they may import', () => {
    const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
    const listed = [...guide.matchAll(/^\| `src\/([a-z]+)` +\|[^|]*\| ([^|]+?) +\|$/gm)].map(
      ([, room = '', others = '']) => [room, others],
    );
    const words: Readonly<Record<string, string>> = { contract: 'zod, lib', lib: 'no room' };
    const allowed = Object.entries(ALLOWED).map(([room, rooms]) => [
      room,
      words[room] ?? rooms.filter((name) => name !== room).join(', '),
    ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(allowed));
  });

  test('bff stays a small token proxy', () => {
    const lines = product
      .filter(({ file }) => file.startsWith('bff/'))
      .reduce((sum, { text }) => sum + text.split('\n').length, 0);
    expect(lines).toBeGreaterThan(800);
    expect(lines).toBeLessThan(1600);
  });

  test('zod comes from contract/zod.ts alone, and contract imports nothing else from outside', () => {
    const broken = imported(product, (file, name) => {
      if (name.startsWith('.')) return false;
      return name === 'zod' ? file !== 'contract/zod.ts' : roomOf(file) === 'contract';
    });
    expect(broken).toEqual([]);
  });

  test('every feature has its place in the order', () => {
    const features = web
      .filter(({ file }) => file.startsWith('web/features/'))
      .map(({ file }) => file.split('/')[2]);
    expect(new Set(features)).toEqual(new Set(FEATURES));
  });

  test('inside web: routes → features → api, components, theme; a feature imports those before it', () => {
    const broken = imported(web, (file, name) => {
      const [, part = '', feature = ''] = file.split('/');
      const [allowed, to] = [WEB_ALLOWED[part], target(file, name)];
      if (allowed === undefined || to?.startsWith('web/') !== true || to === ERROR_TEXT)
        return false;
      const [, toPart = '', toFeature = ''] = to.split('/');
      if (!allowed.includes(toPart)) return true;
      if (part !== 'features' || toPart !== 'features') return false;
      return FEATURES.indexOf(toFeature) > FEATURES.indexOf(feature);
    });
    expect(broken).toEqual([]);
  });

  test('no room but contract writes a path of the interface or of the console API', () => {
    const ownPath = /['"`][^'"`\n]*\/(?:v1|oauth2|api\/console)\/|['"`]\/auth\/[a-z]/;
    const own = product
      .filter(({ file }) => roomOf(file) !== 'contract')
      .flatMap(({ file, text }) =>
        text
          .split('\n')
          .filter((line) => ownPath.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(own).toEqual([]);
    expect(ownPath.test("fetch('/api/v1/entities')")).toBe(true);
    expect(ownPath.test('`${base}/v1/collectives/${id}/commands`')).toBe(true);
  });

  const outsideApi = web.filter(({ file }) => !file.startsWith('web/api/'));
  const behind = (...rooms: string[]) => product.filter(({ file }) => liesIn(file, rooms));
  test.each<[string, readonly SourceFile[], (entry: SourceFile) => boolean, string[]]>([
    [
      'only web/api fetches',
      outsideApi,
      ({ text }) => /\bfetch\(|XMLHttpRequest|new EventSource/.test(text),
      [],
    ],
    [
      'only web/api says what a change asks of the server, and what is read again after it',
      outsideApi,
      ({ text }) => /\bmutationFn\b|\.(?:invalidate|refetch)Queries\(/.test(text),
      [],
    ],
    [
      'CSV has one reader and one writer',
      product,
      ({ imports, text }) => imports.includes('papaparse') || /\.unparse\(/.test(text),
      ['lib/read-csv.ts'],
    ],
    [
      'access knows no tables but its own, http and bff none',
      behind('http', 'access', 'bff'),
      ({ imports }) => imports.some((name) => name.endsWith('schema/schema.ts')),
      [],
    ],
    [
      'only defineRoute parses requests; the audit log records them even if malformed',
      behind('http', 'access', 'bff', 'operations', 'server'),
      ({ text }) => /FastifyRequest/.test(text) && /\brequest\.(?:params|query|body)\b/.test(text),
      ['http/define-route.ts', 'operations/audit/act-entries.ts', 'operations/audit/sign-ins.ts'],
    ],
  ])('%s', (_rule, among, does, expected) => {
    expect(among.length).toBeGreaterThan(20);
    expect(namesOf(among.filter(does))).toEqual(expected);
  });

  test('nothing imports a test or what supports tests', () => {
    const broken = imported(product, (_, name) => TEST.test(name) || /(^|\/)e2e\//.test(name));
    expect(broken).toEqual([]);
  });

  test('no import goes round in a circle', () => {
    const graph = new Map(
      product.map(({ file, imports }) => [
        file,
        imports.map((specifier) => target(file, specifier)).filter((to) => to !== null),
      ]),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]): void => {
      if (trail.includes(file)) {
        circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
        return;
      }
      if (done.has(file)) return;
      for (const to of graph.get(file) ?? []) visit(to, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });
});
