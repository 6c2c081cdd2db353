import { describe, expect, test } from 'vitest';
import { ReportDefinition, ReportScope } from '../../contract/console/report-definition.ts';
import { emptyForm, firstForm, formOf, readForm, type DefinitionForm } from './definition-form.ts';
import { linkOf, readLink } from './definition-link.ts';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

const DEFINITION = ReportDefinition.parse({
  scope: { collectives: [id(1), id(2)], entities: [id(3)], types: ['EV'], tags: ['Depot, North'] },
  period: { kind: 'range', from: '2026-03-01', to: '2026-03-31' },
  zone: 'Europe/Zurich',
  siteTime: true,
  boundary: 'split',
  grouping: 'hour-weekday',
  tariff: { id: id(9), version: 3 },
  thresholds: { hugeEnergyKwh: 90.5, implausibleBatteryKwh: 120 },
});

const form = (change: Partial<DefinitionForm>): DefinitionForm => ({
  ...emptyForm('UTC'),
  types: ['EV'],
  ...change,
});

describe('a form', () => {
  test('a definition survives the round trip', () => {
    const read = readForm(formOf(DEFINITION));
    expect(read).toMatchObject({ definition: DEFINITION, problems: {} });
    const preset = { ...DEFINITION, period: { kind: 'preset', preset: 'last-week' } as const };
    expect(readForm(formOf(preset)).definition).toEqual(preset);
  });

  test('a new report covers the whole fleet and the last full month', () => {
    const first = readForm(firstForm('UTC'));
    expect(first.problems).toEqual({});
    expect(first.definition).toMatchObject({
      scope: { fleet: true },
      period: { kind: 'preset', preset: 'last-month' },
    });
    if (first.definition === null) throw new Error('not whole');
    expect(formOf(first.definition)).toEqual(firstForm('UTC'));
  });

  test('earlier choices do not count beside the whole fleet', () => {
    const both = form({ whole: true, collectives: [id(1)], ids: id(3) });
    expect(readForm(both).scope).toEqual(readForm(firstForm('UTC')).scope);
    const parts = { collectives: [], types: [], ids: '' };
    expect(readLink(linkOf(both).text)).toEqual({ form: { ...both, ...parts }, leftOut: 0 });
    expect(ReportScope.safeParse({ ...DEFINITION.scope, fleet: true }).success).toBe(false);
  });

  test.each<[keyof ReturnType<typeof readForm>['problems'], Partial<DefinitionForm>, string]>([
    ['scope', { types: [] }, 'No Entity is chosen.'],
    ['scope', { types: [], ids: 'van-7' }, 'No Entity is chosen.'],
    ['period', { period: 'range' }, 'Choose the first and the last day.'],
    [
      'period',
      { period: 'range', from: '2026-03-02', to: '2026-03-01' },
      'The last date is before the first.',
    ],
    ['zone', { zone: 'Europe/Zuerich' }, '“Europe/Zuerich” is not a known time zone.'],
    ['hugeEnergyKwh', { hugeEnergyKwh: '0' }, 'Enter a number of kWh above 0'],
    ['hugeEnergyKwh', { hugeEnergyKwh: '5.000' }, 'This can mean 5 or 5,000'],
    ['implausibleBatteryKwh', { implausibleBatteryKwh: 'lots' }, 'Enter a number of kWh'],
  ])('explains an invalid %s', (part, change, message) => {
    const { definition, problems } = readForm(form(change));
    expect(definition).toBeNull();
    expect(Object.keys(problems)).toEqual([part]);
    expect(problems[part]).toContain(message);
  });

  test('accepts as many ids as a definition can hold, and no more', () => {
    const many = Array.from({ length: 10_001 }, (_, at) => id(at));
    expect(readForm(form({ ids: many.slice(1).join(' ') })).definition).not.toBeNull();
    expect(readForm(form({ ids: many.join(' ') })).problems.scope).toBe(
      'These are 10,001 ids; one report takes at most 10,000.',
    );
  });

  test.each([
    ['90,5', 90.5],
    ['1.250,75 kWh', 1250.75],
  ])('%s is read as %s kWh', (hugeEnergyKwh, kwh) => {
    expect(readForm(form({ hugeEnergyKwh })).definition?.thresholds.hugeEnergyKwh).toBe(kwh);
  });

  test('a threshold with three decimals survives the round trip', () => {
    const thresholds = { hugeEnergyKwh: 1.125, implausibleBatteryKwh: 120 };
    const exact = { ...DEFINITION, thresholds };
    expect(readForm(formOf(exact)).definition).toEqual(exact);
  });
});

describe('a link', () => {
  test('holds all choices, even incomplete ones', () => {
    for (const each of [
      formOf(DEFINITION),
      emptyForm('Asia/Kathmandu'),
      firstForm('Asia/Kathmandu'),
      form({ period: 'range', to: '2026-03-01', zone: 'Europe/', hugeEnergyKwh: '' }),
    ]) {
      expect(readLink(linkOf(each).text)).toEqual({ form: each, leftOut: 0 });
    }
  });

  test('keeps only the ids of pasted text', () => {
    const pasted = form({ ids: `${id(1)}, van-7;${id(2)} ${id(1)}` });
    expect(readLink(linkOf(pasted).text)?.form.ids).toBe(`${id(1)}\n${id(2)}`);
  });

  test('leaves out ids that do not fit, and counts them', () => {
    const many = Array.from({ length: 2000 }, (_, at) => id(at));
    const { text, leftOut } = linkOf(form({ ids: many.join('\n'), collectives: [id(1)] }));
    expect(leftOut).toBe(2000);
    expect(text.length).toBeLessThan(400);
    expect(readLink(text)).toMatchObject({
      leftOut: 2000,
      form: { ids: '', types: ['EV'], collectives: [id(1)] },
    });
    expect(readLink(linkOf(form({ collectives: many })).text)).toMatchObject({
      leftOut: 2000,
      form: { collectives: [] },
    });
  });

  test('a broken link is not parsed', () => {
    expect(readLink('{"z":"UTC"')).toBeNull();
    expect(readLink('{"z":"UTC","p":"next-month"}')).toBeNull();
    expect(readLink('{"z":"UTC","c":"van-7"}')).toBeNull();
  });
});
