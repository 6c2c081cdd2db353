import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  files,
  namesOf,
  product,
  roomOf,
  root,
  typeScriptIn,
  web,
} from './testing/source-files.ts';

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

const THIS = 'repository-files.test.ts';

/** All tests and what supports them but this file, by their path below the top level. */
const allTests = [
  ...files
    .filter(({ file, isTest }) => isTest && file !== THIS)
    .map(({ file, text }) => ({ file: `src/${file}`, text })),
  ...typeScriptIn(path.join(root, 'e2e')).map((file) => {
    return { file: path.relative(root, file), text: readFileSync(file, 'utf8') };
  }),
];

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
    expect(namesOf(files.filter(({ text }) => text.split('\n').length > 500))).toEqual([]);
  });

  test('names are kebab-case, and no file only gathers others', () => {
    const good = /^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:integration|stories|test))*\.tsx?$/;
    expect(namesOf(files.filter(({ file }) => !good.test(file)))).toEqual([]);
    const barrels = product.filter(
      ({ file, text }) => /(^|\/)index\.tsx?$/.test(file) || /^export \* from/m.test(text),
    );
    expect(namesOf(barrels)).toEqual([]);
  });

  test('no two files of a room have one name', () => {
    const names = product.map(({ file }) => `${roomOf(file)}/${path.posix.basename(file)}`);
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    expect(twice).toEqual([]);
  });

  test('no check of types or style is switched off in a file', () => {
    const marks =
      /@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|eslint)-disable|(?:prettier|oxfmt)-ignore/;
    const silenced = files.filter(({ file, text }) => file !== THIS && marks.test(text));
    expect(namesOf(silenced)).toEqual([]);
  });

  test('no test waits by the clock, is skipped for good or runs alone', () => {
    const marks =
      /waitForTimeout\(|networkidle|\.route\(\s*['"`/]|\b(?:test|describe|it)\.(?:only|fixme)\(/;
    expect(namesOf(allTests.filter(({ text }) => marks.test(text)))).toEqual([]);
  });

  test('no test delays the service to look at it meanwhile: it holds it until it has looked', () => {
    const delaying = allTests.filter(({ text }) => /['"]delay['"]/.test(text));
    expect(namesOf(delaying)).toEqual(Object.keys(DELAYS_ALLOWED).toSorted());
  });

  test('no element has a native title: the keyboard cannot reach it, so a hint says it', () => {
    const titled = web.flatMap(({ file, text }) =>
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
