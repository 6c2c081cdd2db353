import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConsoleConfig } from './server/config.ts';
import { BULK_MAX, OFFBOARDING_MAX } from './contract/console/job.ts';
import { GUARD_FINDINGS_MAX } from './contract/console/guard.ts';
import { ENDPOINTS } from './contract/endpoints.ts';
import { z } from './contract/zod.ts';
import { VERSION } from './lib/version.ts';
import { keysOf } from './lib/objects.ts';
import { parseServiceConfig } from './service/config.ts';
import { root } from './testing/source-files.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const DOCS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join('docs', name.replaceAll(path.sep, '/'))),
];
const texts = new Map(DOCS.map((file) => [file, read(file)]));
const everything = [...texts.values()].join('\n');
const readme = read('README.md');

/** The part of a guide under a heading; its beginning has the heading of the file. */
function section(file: string, heading: string): string {
  const text = read(file);
  const start = text.search(new RegExp(`^##? ${heading}$`, 'm'));
  expect(start).toBeGreaterThanOrEqual(0);
  const end = text.indexOf('\n## ', start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}

/** The cells of each row of a table. */
function rows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const bodies = cells.map((row) => row.slice(1, -1)).slice(1);
  return bodies.filter(([first = '']) => !/^-+$/.test(first));
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/```[\s\S]*?```/g, '');
}

function quoted(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
}

/** The anchor of a heading, as repositories on the web make it. */
function anchor(heading: string): string {
  const plain = heading.replaceAll(/[`*]/g, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

describe('links', () => {
  test('lead to files and headings that exist', () => {
    const broken: string[] = [];
    let count = 0;
    for (const [file, text] of texts) {
      const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
      for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        count += 1;
        const [to = '', heading] = target.split('#');
        const full = path.posix.join(path.posix.dirname(file), to);
        const linked = to === '' ? file : full;
        if (!existsSync(path.join(root, linked))) broken.push(`${file}: ${target}`);
        else if (heading !== undefined) {
          const headings = [...read(linked).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => words);
          if (!headings.map(anchor).includes(heading)) broken.push(`${file}: ${target}`);
        }
      }
    }
    expect(broken).toEqual([]);
    expect(count).toBeGreaterThan(40);
  });

  test('of pictures show every picture', () => {
    const pictures = readdirSync(path.join(root, 'docs/images'));
    expect(pictures.filter((name) => !everything.includes(`images/${name}`))).toEqual([]);
  });
});

describe('decisions', () => {
  const INDEX = 'docs/decisions/README.md';
  const decisions = DOCS.filter((file) => file.startsWith('docs/decisions/') && file !== INDEX);

  test('have a number that no other has, in name and heading, and a status', () => {
    const numbers = decisions.map((file) => Number(/\/(\d{4})-/.exec(file)?.[1]));
    expect(new Set(numbers).size).toBe(decisions.length);
    const isRight = (file: string, at: number) =>
      texts.get(file)?.startsWith(`# ${numbers[at] ?? 0}. `) === true;
    expect(decisions.filter((file, at) => !isRight(file, at))).toEqual([]);
    const status = /^Status: (?:accepted|superseded by \d+|to be replaced by .+)/m;
    expect(decisions.filter((file) => !status.test(texts.get(file) ?? ''))).toEqual([]);
  });

  test('are in the index, each with one line and the status that it has', () => {
    const listed = rows(texts.get(INDEX) ?? '').map(([link = '', line = '', status = '']) => {
      expect(line.length).toBeGreaterThan(20);
      return `docs/decisions/${/\((.+)\)/.exec(link)?.[1] ?? ''} ${status}`;
    });
    const expected = decisions.map(
      (file) => `${file} ${/^Status: (.+)$/m.exec(texts.get(file) ?? '')?.[1] ?? ''}`,
    );
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });
});

test('each line of security and reliability names tests that exist', () => {
  const lines = rows(texts.get('docs/security.md') ?? '').filter(([id = '']) => id !== '#');
  const numbers = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
  expect(lines.map(([id]) => id)).toEqual([...numbers('S', 31), ...numbers('R', 10)]);
  const missing = lines.flatMap(([id = '', , tests = '']) => {
    const named = [...tests.matchAll(/\]\(\.\.\/([^)]+)\)((?: “[^”]+”)*)/g)];
    if (named.length === 0) return id;
    return named.flatMap(([, file = '', titles = '']) => {
      const text = read(file);
      return [...titles.matchAll(/“([^”]+)”/g)].flatMap(([, title = '']) =>
        text.includes(title) ? [] : `${id}: ${title}`,
      );
    });
  });
  expect(missing).toEqual([]);
});

test('every file that the contribution guide names exists', () => {
  const named = quoted(texts.get('CONTRIBUTING.md') ?? '').filter((name) =>
    /^(?:src|e2e|docs|\.scripts|\.config)(?:\/|$)/.test(name),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

/** All that a real service needs, so that settings which matter only then are read too. */
const CONNECTED = {
  SERVICE_BASE_URL: 'https://service.example/api',
  SERVICE_AUTH_URL: 'https://login.example/token',
  SERVICE_CLIENT_ID: 'id',
  SERVICE_CLIENT_SECRET: 'secret',
};

type Environment = Record<string, string>;

function parsed(env: Environment) {
  return [parseConsoleConfig(env), parseServiceConfig(env)];
}

/** The names of all settings that either server reads. */
function settingsRead(): Set<string> {
  const names = new Set<string>();
  for (const env of [{}, CONNECTED]) {
    const watched = new Proxy<Environment>(env, {
      get: (target, name) => {
        names.add(String(name));
        return Reflect.get(target, name);
      },
    });
    parsed(watched);
  }
  return names;
}

/** Settings with their defaults; a name such as `_END` has the beginning of the one before it. */
function settingsDocumented(): { name: string; fallback: string | null }[] {
  return rows(section('docs/settings.md', 'Settings')).flatMap(([names = '', fallbacks = '']) => {
    const defaults = quoted(fallbacks);
    const [first = '', ...others] = quoted(names);
    const stem = first.split('_').slice(0, 2).join('_');
    const full = [first, ...others.map((name) => (name.startsWith('_') ? stem + name : name))];
    expect([0, full.length]).toContain(defaults.length);
    return full.map((name, at) => ({ name, fallback: defaults[at] ?? null }));
  });
}

describe('settings', () => {
  const documented = settingsDocumented();
  const known = settingsRead();

  test('in their guide are all that are read, and are read', () => {
    const named = new Set([
      ...documented.map(({ name }) => name),
      ...quoted(section('docs/settings.md', 'Settings')).filter((name) =>
        /^[A-Z][A-Z_]+$/.test(name),
      ),
    ]);
    expect([...known].filter((name) => !named.has(name))).toEqual([]);
    expect(documented.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(documented.map(({ name }) => name)).size).toBe(documented.length);
  });

  test.each(documented.filter(({ fallback }) => fallback !== null))(
    'of $name the default is $fallback',
    ({ name, fallback }) => {
      for (const env of [{}, CONNECTED]) {
        expect(parsed({ ...env, [name]: fallback ?? '' })).toEqual(parsed(env));
      }
    },
  );

  test('that any guide names exist', () => {
    // Variables of the programs that run tests, and what is said not to be there yet.
    const others = new Set(['CHROMIUM_PATH', 'DATABASE_URL']);
    const names = quoted(everything).filter((name) => /^[A-Z]+(?:_[A-Z]+)+$/.test(name));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
    for (const name of others) expect(readme).toContain(name);
  });
});

describe('commands', () => {
  const Package = z.object({
    scripts: z.record(z.string(), z.string()),
    engines: z.object({ node: z.string() }),
  });
  const { scripts, engines } = Package.parse(JSON.parse(read('package.json')));

  test('that are named exist, and all that exist are named', () => {
    const named = new Set([
      ...[...everything.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
      ...[...everything.matchAll(/npm (start|test)\b/g)].map(([, name = '']) => name),
      ...rows(section('CONTRIBUTING.md', 'Commands')).flatMap(([names = '']) =>
        quoted(names)
          .filter((name) => !name.startsWith('npm'))
          .filter((name) => /^[\w:-]+$/.test(name)),
      ),
    ]);
    expect([...named].toSorted()).toEqual(Object.keys(scripts).toSorted());
  });

  test('of the benchmark take the options that the guide names, and Node has the version said', () => {
    const line = rows(section('CONTRIBUTING.md', 'Commands')).find(([name = '']) =>
      name.includes('bench'),
    );
    const options = [...(line?.[1] ?? '').matchAll(/--[a-z]+/g)].map(([option]) => option);
    expect(options.length).toBeGreaterThan(3);
    const source = read('src/bench/main.ts');
    expect(options.filter((option) => !source.includes(`'${option}'`))).toEqual([]);
    const [, version = 'none'] = /^>=(\d+\.\d+)/.exec(engines.node) ?? [];
    expect(readme).toContain(`Node ${version} or newer`);
  });

  test('the version that is said is that of the package', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: VERSION });
  });

  test('of the conformance suite: every option is in its guide, and no other', () => {
    const options = [...read('src/conformance/options.ts').matchAll(/^ {2}(--[a-z-]+)/gm)];
    const known = new Set(options.map(([, option = '']) => option));
    const shown = [...read('docs/conformance.md').matchAll(/(?<![\w-])--[a-z][a-z-]*/g)];
    const named = new Set(shown.map(([option]) => option));
    // The name of the scope's option is its setting, which the guide names.
    expect([...known].filter((name) => !named.has(name) && name !== '--scope')).toEqual([]);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('what operators find', () => {
  test('in the guide are the pages of the navigation, and the page of a batch', () => {
    const [entries = ''] = read('src/web/features/frame/nav-entries.ts').split(
      'export const FOUND_PAGES',
    );
    const links = (text: string) => [...text.matchAll(/to: '([^']+)', label: '([^']+)'/g)];
    // The first tab of an area is the page of its entry.
    const tabs = read('src/web/components/area-tabs.tsx')
      .split('pages:')
      .flatMap((area) => links(area).slice(1));
    const labels = [...links(entries), ...tabs];
    expect(tabs.length).toBeGreaterThan(0);
    const pages = rows(section('docs/screens.md', 'The pages')).map(([name]) => name);
    const expected = [...labels.map(([, , label = '']) => label), 'Batch'];
    expect(new Set(pages)).toEqual(new Set(expected));
    expect(pages).toHaveLength(expected.length);
    const routes = [...read('src/web/routes/routes.tsx').matchAll(/path: '([^']+)'/g)];
    const addresses = routes.map(([, address]) => address);
    expect(addresses).toContain('/batches/$dispatchId');
    const lost = labels.filter(([, to]) => !addresses.includes(to));
    expect(lost).toEqual([]);
  });

  test('the limits that the guides quote are those that hold', () => {
    const flat = everything.replaceAll(/\s+/g, ' ');
    for (const sentence of [
      `up to ${BULK_MAX.toLocaleString('en')} Entities`,
      `one id or up to ${OFFBOARDING_MAX},`,
      `At most ${GUARD_FINDINGS_MAX} are listed`,
    ]) {
      expect(flat).toContain(sentence);
    }
    for (const [, count] of flat.matchAll(/\b(\d+) (?:resource )?endpoints/g)) {
      expect(Number(count)).toBe(keysOf(ENDPOINTS).length);
    }
  });
});
