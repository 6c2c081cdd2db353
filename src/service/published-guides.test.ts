import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { DEFAULT_PAGE_SIZE } from '../contract/paging.ts';
import { z } from '../contract/zod.ts';
import { keysOf } from '../lib/objects.ts';
import { BODY_LIMIT } from './app.ts';
import { FIRST_WAIT_MS, LONGEST_WAIT_MS } from './devices/back-off.ts';
import { BEHAVIOURS } from './devices/behaviours.ts';
import { COMPUTED_AFTER_MS } from './devices/charging.ts';
import { MOST_DAYS_BEHIND } from './devices/daily-sessions-step.ts';
import { FAULT_KINDS, FaultRule } from './faults/rules.ts';
import { SCENARIOS, SCENARIO_NAMES } from './faults/scenarios.ts';
import { HUGE_BYTES } from './faults/send-answer.ts';
import { CLOCK_TOLERANCE_MS } from './handlers/dispatch.ts';
import { MAX_PAGE_SIZE } from './paging.ts';
import { WORLD_NAMES } from './worlds/resolve.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
/** With spaces instead of line ends, so that wrapped sentences are found. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const guide = read('../../docs/embedded-service.md');
const worldGuide = read('../../docs/world-file.md');
const settings = read('../../docs/settings.md');
const MIB = 1024 * 1024;

/** The first two cells of all rows of tables with a given first heading. */
function rowsUnder(heading: string, text = guide): [string, string][] {
  const tables = text.split('\n\n').filter((block) => block.startsWith(`| ${heading} `));
  expect(tables.length).toBeGreaterThan(0);
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row): [string, string] => {
        const [, first = '', second = ''] = row.split('|').map((cell) => cell.trim());
        return [first, second];
      }),
  );
}

function namesUnder(heading: string): string[] {
  return rowsUnder(heading).map(([name]) => name.replaceAll('`', ''));
}

/** All names in backquotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
}

/** The part of a text between two others. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  expect(start).toBeGreaterThanOrEqual(0);
  const end = text.indexOf(to, start + from.length);
  expect(end).toBeGreaterThan(start);
  return text.slice(start + from.length, end);
}

describe('the guide to the embedded service', () => {
  test('counts the endpoints', () => {
    expect(guide).toContain(`all ${keysOf(ENDPOINTS).length} resource endpoints`);
  });

  test('has every kind of fault once, and no other', () => {
    expect(namesUnder('Kind').toSorted()).toEqual([...FAULT_KINDS].toSorted());
  });

  test('shows every field of a rule', () => {
    const fields = between(flat(guide), 'A rule is `{ ', ' }`').split(', ');
    expect(fields.map((field) => field.replace('?', '')).toSorted()).toEqual(
      Object.keys(FaultRule.shape).toSorted(),
    );
    const required = fields.filter((field) => !field.endsWith('?'));
    expect(FaultRule.safeParse({ endpoint: '*', kind: 'hang' }).success).toBe(true);
    expect(required).toEqual(['endpoint', 'kind']);
  });

  test('describes each scenario as the service does', () => {
    const described = SCENARIO_NAMES.map((name) => {
      const { description } = SCENARIOS[name];
      return [
        `\`${name}\``,
        description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, ''),
      ];
    });
    expect(rowsUnder('Scenario')).toEqual(described);
    expect(SCENARIOS.slow.description).toContain(`${SCENARIOS.slow.rules[0].ms} ms`);
  });

  test('has every request of the controls', () => {
    const routes = [...read('./faults/control.ts').matchAll(/app\.(\w+)\(\s*'(\/[^']+)'/g)].map(
      ([, method = '', path = '']) =>
        `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(routes.length).toBeGreaterThan(7);
    const documented = rowsUnder('Request').map(([request]) => quoted(request)[0] ?? '');
    expect(new Set(documented)).toEqual(new Set(routes));
  });

  test('has every behaviour of a device', () => {
    expect(namesUnder('Behaviour').toSorted()).toEqual([...BEHAVIOURS].toSorted());
  });

  test('has every error of the token endpoint', () => {
    const source = read('./auth/token-route.ts');
    const thrown = [...source.matchAll(/TokenRefusal\((\d+), '(\w+)'/g)].map(
      ([, status, error]) => `${status ?? ''} ${error ?? ''}`,
    );
    expect(source).toContain("? 'server_error' :");
    const table = between(guide, 'RFC 6749, section 5.2', '## Fault controls');
    const documented = [...table.matchAll(/^\| (\d{3}) +\| `(\w+)`/gm)].map(
      ([, status, error]) => `${status ?? ''} ${error ?? ''}`,
    );
    expect(new Set(documented)).toEqual(new Set([...thrown, '500 server_error']));
  });

  test('quotes the actual limits', () => {
    const text = flat(guide);
    const minutes = COMPUTED_AFTER_MS / 60_000;
    for (const sentence of [
      `1 to ${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default`,
      `a page size outside of 1 to ${MAX_PAGE_SIZE},`,
      `at most ${CLOCK_TOLERANCE_MS / 1000} s in the past`,
      `a trigger time more than ${CLOCK_TOLERANCE_MS / 1000} s in the past`,
      `more than ${BODY_LIMIT / MIB} MiB`,
      `(${HUGE_BYTES / MIB} MiB by default)`,
      `retried after ${FIRST_WAIT_MS / 1000} s, then after twice as long each time up to ${LONGEST_WAIT_MS / 60_000} min`,
      `computed at 00:0${minutes} UTC`,
    ]) {
      expect(text).toContain(sentence);
    }
  });
});

describe('the guide to world files', () => {
  const JsonSchema = z.object({
    properties: z.record(
      z.string(),
      z.object({
        items: z.object({ properties: z.record(z.string(), z.unknown()) }).optional(),
        description: z.string().optional(),
      }),
    ),
    required: z.array(z.string()),
  });
  const schema = JsonSchema.parse(JSON.parse(read('../../docs/world.schema.json')));
  const shape = between(worldGuide, '```text\n', '```');

  test('shows every list of a world and every field of its rows', () => {
    const lists = [...shape.matchAll(/^ {2}(\w+)(?:: +\[\{([\s\S]*?)\}\])?,?/gm)];
    const shown = lists.map(([, name = '', fields = '']) => {
      const own = fields.replaceAll(/\{[^}]*\}/g, '').matchAll(/[\w]+/g);
      return [name, [...own].map(([field]) => field).toSorted()];
    });
    const expected = Object.entries(schema.properties).map(([name, { items }]) => [
      name,
      Object.keys(items?.properties ?? {}).toSorted(),
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
    expect(schema.required).toEqual(['organisations']);
    expect(worldGuide).toContain('All lists but `organisations` may be absent.');
  });

  test('lists the behaviours and the named worlds, as the settings do', () => {
    const text = flat(worldGuide);
    expect(quoted(between(text, '`behaviour` of an Entity is one of', '. '))).toEqual(
      expect.arrayContaining([...BEHAVIOURS]),
    );
    const named = between(text, '`SERVICE_WORLD` also takes', '. ');
    expect(quoted(named)).toEqual(WORLD_NAMES);
    const row = settings.split('\n').find((line) => line.startsWith('| `SERVICE_WORLD`')) ?? '';
    const meant = between(row, 'simulates:', ', or the path');
    expect(quoted(meant)).toEqual(WORLD_NAMES);
  });

  test('describes "lives" as the other guide does', () => {
    expect(flat(worldGuide)).toContain(
      'With `"lives": true` its devices produce charge sessions day by day',
    );
    expect(flat(worldGuide)).toContain(`(at most ${MOST_DAYS_BEHIND} days back)`);
    expect(flat(guide)).toContain('a world file with `"lives": true`; other worlds get none');
  });
});
