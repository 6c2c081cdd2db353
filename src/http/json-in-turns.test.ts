import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsDuring } from '../lib/testing/turns-during.ts';
import { parseJsonInTurns } from './json-in-turns.ts';

const parse = (text: string, length?: number) => parseJsonInTurns(Buffer.from(text), length);

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const fault = async (text: string, length = 1) => {
  try {
    await parse(text, length);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : null;
  }
};

test('64 levels are taken and 65 are not, whether of lists or of objects', async () => {
  expect(await fault(nested(64))).toBeNull();
  expect(await fault(nested(65))).toBe('nested too deep');
  expect(await fault(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).toBe('nested too deep');
  expect(await fault(`[${nested(63)},${nested(63)}]`)).toBeNull();
});

/** What becomes of a text, in turns and whole. */
const inTurns = async (told: string) => (await fault(told)) ?? { value: await parse(told, 1) };
const whole = (told: string): unknown => {
  try {
    return { value: JSON.parse(told) };
  } catch {
    return 'not well-formed';
  }
};

/** Values as texts, with spaces where JSON allows them. */
const text = fc.tuple(
  fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a', 'b')),
    fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
  ),
  fc.constantFrom(undefined, 2),
);

test('the result is that of JSON.parse, whatever brackets and quotes texts have', async () => {
  await fc.assert(
    fc.asyncProperty(text, async ([value, space]) => {
      const told = JSON.stringify(value, null, space);
      expect(await parse(told, 1)).toStrictEqual(JSON.parse(told));
    }),
  );
});

test('a text that JSON.parse refuses is refused', async () => {
  const unit = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '1', ' ', '"a"', '{"a":[');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 40 }), async (made) => {
      for (const told of [made, `{"a":[${made}]}`, `{"a":[${made}],"a":[1],"b":[${made}]}`]) {
        expect([told, await inTurns(told)]).toStrictEqual([told, whole(told)]);
      }
    }),
    { numRuns: 2000 },
  );
});

test('long lists are parsed in pieces, each as it is, with turns for others', async () => {
  const rows = Array.from({ length: 15_000 }, (_, at) => ({ at, name: `Van, "${at}" ]}` }));
  const told = JSON.stringify({ rows, first: [], more: rows.slice(0, 4000), last: 1 });
  const parsing = parse(told);
  const turns = await turnsDuring(parsing);
  expect(await parsing).toStrictEqual(JSON.parse(told));
  expect(turns).toBeGreaterThan(told.length / (256 * 1024));
  const PIECE = 64 * 1024;
  // A piece that ends with a comma too many is refused like the whole.
  expect(await fault(`{"rows":[${JSON.stringify(rows).slice(1, -1)},]}`, PIECE)).toBe(
    'not well-formed',
  );
  expect(await fault(`{"rows":[${JSON.stringify(rows).slice(1, -1)},,1]}`, PIECE)).toBe(
    'not well-formed',
  );
});

test('characters of several bytes, and numbers, are whole though a piece ends within them', async () => {
  const told = '{"é😀":["\\ud83d\\ude00","Zoë",-1.50e-3,12345678901234567890,"\\ud800"],"x":null}';
  for (const length of [1, 2, 3, 5]) {
    expect(await parse(told, length)).toStrictEqual(JSON.parse(told));
  }
});

test('an object with many fields is parsed with turns for others too', async () => {
  const told = JSON.stringify(
    Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`name ${at}`, at])),
  );
  const parsing = parse(told);
  const turns = await turnsDuring(parsing);
  expect(turns).toBeGreaterThan(told.length / (256 * 1024));
  expect(await parsing).toStrictEqual(JSON.parse(told));
});

test('a text that begins with a mark of the byte order is refused, as by JSON.parse', async () => {
  expect(await fault('\ufeff{}')).toBe('not well-formed');
});
