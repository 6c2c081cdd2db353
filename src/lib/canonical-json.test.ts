import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('the sample of RFC 8785', () => {
  const sample = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(sample)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('names are ordered by their UTF-16 units, as the RFC orders them', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const object = Object.fromEntries(names.map((name) => [name, 0]));
  const parsed: unknown = JSON.parse(canonicalJson(object));
  expect(parsed).toEqual(object);
  const order = [...canonicalJson(object).matchAll(/"((?:[^"\\]|\\.)+)":/g)].map(
    ([, name]) => name,
  );
  expect(order).toEqual(['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
});

test('the order of the members does not change the text, which parses back to the same value', () => {
  /** The same value with the members of each object in reverse. */
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('different values have different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const plain = [a, b].map((value): unknown => JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(a) === canonicalJson(b)).toBe(isDeepStrictEqual(plain[0], plain[1]));
    }),
  );
});

test('what JSON cannot hold is refused rather than left out', () => {
  for (const value of [undefined, Number.NaN, Infinity, 1n, () => 0, Symbol('s')]) {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  }
  expect(canonicalJson(-0)).toBe('0');
});
