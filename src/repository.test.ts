import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

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

const TOP_LEVEL = new Set(
  (
    'src public e2e docs index.html vite.config.ts package.json package-lock.json tsconfig.json ' +
    'playwright.config.ts README.md LICENSE CHANGELOG.md CONTRIBUTING.md'
  ).split(' '),
);
/** Made by tools and ignored by git. */
const GENERATED = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

/** Tests that delay the service, with the reason why none of them waits for that to be over. */
const DELAYS_ALLOWED: Readonly<Record<string, string>> = {
  'src/service/faults.integration.test.ts': 'it is about the fault itself',
  'e2e/support/ledger-plan.ts': 'random disturbances, under which the ledger holds at any moment',
};

const root = path.dirname(import.meta.dirname);
const src = import.meta.dirname;

interface SourceFile {
  /** Path below src, with forward slashes. */
  file: string;
  text: string;
  imports: string[];
  isTest: boolean;
}

/** A test, a story, or what only they use. */
const TEST = /\.(?:test|stories)\.tsx?$|\/(?:testing|web\/gallery)\/|\/test-support\.ts$/;

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"]+)['"]/gm;

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap((match) => match[1] ?? []);
}

const files: SourceFile[] = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => {
    const full = path.join(entry.parentPath, entry.name);
    const text = readFileSync(full, 'utf8');
    return {
      file: path.relative(src, full).replaceAll(path.sep, '/'),
      text,
      imports: importsOf(text),
      isTest: TEST.test(full.replaceAll(path.sep, '/')),
    };
  });
const product = files.filter((entry) => !entry.isTest);

/** The file below src that a relative import means, or null for a package. */
function target(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Whether a file lies in one of the rooms or folders of rooms. */
function liesIn(file: string, rooms: readonly string[]): boolean {
  return rooms.some((room) => file.startsWith(`${room}/`));
}

describe('the rooms of src', () => {
  test('the scan sees every room, so that no check below is empty', () => {
    const rooms = new Set(product.map((entry) => roomOf(entry.file)));
    expect([...rooms].toSorted()).toEqual([...Object.keys(ALLOWED), 'start.ts'].toSorted());
    expect(product.flatMap((entry) => entry.imports).length).toBeGreaterThan(100);
  });

  test('each room imports only what it may', () => {
    const broken = product.flatMap(({ file, imports }) => {
      const allowed = ALLOWED[roomOf(file)];
      if (allowed === undefined) return [];
      return imports
        .map((specifier) => target(file, specifier))
        .filter((to) => to !== null && !liesIn(to, allowed) && file !== SUITE_PROGRAM)
        .map((to) => `${file} imports ${String(to)}`);
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
    const broken = product.flatMap(({ file, imports }) =>
      imports
        .filter((name) => !name.startsWith('.'))
        .filter((name) =>
          name === 'zod' ? file !== 'contract/zod.ts' : roomOf(file) === 'contract',
        )
        .map((name) => `${file} imports ${name}`),
    );
    expect(broken).toEqual([]);
  });

  test('every feature has its place in the order', () => {
    const features = product
      .filter(({ file }) => file.startsWith('web/features/'))
      .map(({ file }) => file.split('/')[2]);
    expect(new Set(features)).toEqual(new Set(FEATURES));
  });

  test('inside web: routes → features → api, components, theme; a feature imports those before it', () => {
    const broken = product
      .filter(({ file }) => file.startsWith('web/'))
      .flatMap(({ file, imports }) => {
        const [, part = '', feature] = file.split('/');
        const allowed = WEB_ALLOWED[part];
        if (allowed === undefined) return [];
        return imports
          .map((specifier) => target(file, specifier))
          .filter((to) => to?.startsWith('web/') === true && to !== ERROR_TEXT)
          .filter((to) => {
            const [, toPart = '', toFeature] = to?.split('/') ?? [];
            if (!allowed.includes(toPart)) return true;
            if (part !== 'features' || toPart !== 'features') return false;
            return FEATURES.indexOf(toFeature ?? '') > FEATURES.indexOf(feature ?? '');
          })
          .map((to) => `${file} imports ${String(to)}`);
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

  test('only web/api fetches', () => {
    const fetching = product
      .filter(({ file }) => file.startsWith('web/') && !file.startsWith('web/api/'))
      .filter(({ text }) => /\bfetch\(|XMLHttpRequest|new EventSource/.test(text))
      .map(({ file }) => file);
    expect(fetching).toEqual([]);
  });

  test('only web/api says what a change asks of the server, and what is read again after it', () => {
    const own = product
      .filter(({ file }) => file.startsWith('web/') && !file.startsWith('web/api/'))
      .filter(({ text }) => /\bmutationFn\b|\.(?:invalidate|refetch)Queries\(/.test(text))
      .map(({ file }) => file);
    expect(own).toEqual([]);
  });

  test('CSV has one reader and one writer', () => {
    const own = product
      .filter(({ imports, text }) => imports.includes('papaparse') || /\.unparse\(/.test(text))
      .map(({ file }) => file);
    expect(own).toEqual(['lib/read-csv.ts']);
  });

  test('access knows no tables but its own, http and bff none', () => {
    const knowing = product
      .filter(({ file }) => liesIn(file, ['http', 'access', 'bff']))
      .filter(({ imports }) => imports.some((name) => name.endsWith('schema/schema.ts')));
    expect(knowing.map(({ file }) => file)).toEqual([]);
  });

  test('only defineRoute parses requests; the audit log records them even if malformed', () => {
    const reading = product
      .filter(({ file }) => liesIn(file, ['http', 'access', 'bff', 'operations', 'server']))
      .filter(
        ({ text }) =>
          /FastifyRequest/.test(text) && /\brequest\.(?:params|query|body)\b/.test(text),
      )
      .map(({ file }) => file);
    expect(reading.toSorted()).toEqual([
      'http/define-route.ts',
      'operations/audit/act-entries.ts',
      'operations/audit/sign-ins.ts',
    ]);
  });

  test('nothing imports a test or what supports tests', () => {
    const broken = product.flatMap(({ file, imports }) =>
      imports
        .filter((name) => TEST.test(name) || /(^|\/)e2e\//.test(name))
        .map((name) => `${file} imports ${name}`),
    );
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

/** All tests and what supports them but this file, by their path below the top level. */
function allTests(): { file: string; text: string }[] {
  const e2e = readdirSync(path.join(root, 'e2e'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return [
    ...files
      .filter((entry) => entry.isTest && entry.file !== 'repository.test.ts')
      .map(({ file, text }) => ({ file: `src/${file}`, text })),
    ...e2e.map((file) => ({ file: path.relative(root, file), text: readFileSync(file, 'utf8') })),
  ];
}

/** Components that hand `title` on to the element that they draw. */
const PASSES_TITLE_ON =
  /^(?:Box|Typography|Link|AppLink|TextLink|IconLink|Button|ButtonBase|IconButton|LinkButton|Marker)$/;

/** The tag whose attribute stands at an index of a file; attributes may hold braces with anything. */
function tagAround(text: string, index: number): string {
  let depth = 0;
  for (let at = index; at >= 0; at--) {
    if (text[at] === '}') depth++;
    else if (text[at] === '{') depth--;
    else if (depth === 0 && text[at] === '<') {
      const tag = /^<([A-Za-z][\w.]*)/.exec(text.slice(at, at + 60))?.[1];
      if (tag !== undefined) return tag;
    }
  }
  return '';
}

describe('files', () => {
  test('none has more than 500 lines', () => {
    const long = files
      .map(({ file, text }) => ({ file, lines: text.split('\n').length }))
      .filter(({ lines }) => lines > 500);
    expect(long).toEqual([]);
  });

  test('names are kebab-case, and no file only gathers others', () => {
    const misnamed = files
      .map(({ file }) => file)
      .filter(
        (file) =>
          !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:integration|stories|test))*\.tsx?$/.test(file),
      );
    expect(misnamed).toEqual([]);
    const barrels = product.filter(
      ({ file, text }) => /(^|\/)index\.tsx?$/.test(file) || /^export \* from/m.test(text),
    );
    expect(barrels.map(({ file }) => file)).toEqual([]);
  });

  test('no two files of a room have one name', () => {
    const names = product.map(({ file }) => `${roomOf(file)}/${path.posix.basename(file)}`);
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    expect(twice).toEqual([]);
  });

  test('no check of types or style is switched off in a file', () => {
    const silenced = files.filter(({ file, text }) => {
      const marks =
        /@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|eslint)-disable|(?:prettier|oxfmt)-ignore/;
      return file !== 'repository.test.ts' && marks.test(text);
    });
    expect(silenced.map(({ file }) => file)).toEqual([]);
  });

  test('no test waits by the clock, is skipped for good or runs alone', () => {
    const marks =
      /waitForTimeout\(|networkidle|\.route\(\s*['"`/]|\b(?:test|describe|it)\.(?:only|fixme)\(/;
    const marked = allTests().filter(({ text }) => marks.test(text));
    expect(marked.map(({ file }) => file)).toEqual([]);
  });

  test('no test delays the service to look at it meanwhile: it holds it until it has looked', () => {
    const delaying = allTests()
      .filter(({ text }) => /['"]delay['"]/.test(text))
      .map(({ file }) => file);
    expect(delaying.toSorted()).toEqual(Object.keys(DELAYS_ALLOWED).toSorted());
  });

  test('no element has a native title: the keyboard cannot reach it, so a hint says it', () => {
    const titled = product
      .filter(({ file }) => file.startsWith('web/'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/\btitle=/g)]
          .map(({ index }) => tagAround(text, index))
          .filter((tag) => /^[a-z]/.test(tag) || PASSES_TITLE_ON.test(tag))
          .map((tag) => `${file}: ${tag}`),
      );
    expect(titled).toEqual([]);
    expect(tagAround('<td\n  onClick={() => a < b}\n  title=', 34)).toBe('td');
    expect(tagAround('<Section title=', 9)).toBe('Section');
  });

  test('the top level holds what the architecture names and nothing else', () => {
    const extra = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !TOP_LEVEL.has(name) && !GENERATED.has(name),
    );
    expect(extra).toEqual([]);
  });
});
