import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { areOpposite } from '../../../domain/command-rules.ts';
import { VERDICTS } from '../../../domain/command-status.ts';
import { judge } from './guard.ts';
import type { Alike, Asked, Earlier } from './situation.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const LOOK = { now: NOW, windowMs: 600_000 };
const FLEET = '00000000-0000-4000-8000-000000000001';

const type = fc.constantFrom(...COMMAND_TYPES);
const at = fc.integer({ min: -40, max: 40 }).map((minutes) => NOW + minutes * 60_000);
const command: fc.Arbitrary<Alike> = fc.record({
  type,
  value: fc.constant(null),
  at,
  verdict: fc.constantFrom(...VERDICTS),
  isOpen: fc.boolean(),
  count: fc.constant(1),
  shared: fc.constantFrom(0, 1),
});
const earlier: fc.Arbitrary<Earlier> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom('now', 'schedule'),
    item: fc.record({ type, value: fc.constant(null), at }),
    outcome: fc.constantFrom('sending', 'unknown', 'accepted'),
    unaccounted: fc.constantFrom(0, 1),
    shared: fc.constantFrom(null, 1),
    isDecided: fc.boolean(),
    hasNotLanded: fc.boolean(),
    horizonAt: fc.option(at),
    commands: fc.array(command, { maxLength: 3 }),
  })
  .map(({ item, ...rest }) => ({
    ...rest,
    items: [item],
    operatorName: 'Ada',
    collectiveName: 'Night fleet',
    createdAt: rest.kind === 'now' ? item.at : NOW,
    memberCount: 1,
  }));
const batches = fc.uniqueArray(earlier, { maxLength: 6, selector: ({ id }) => id });
const asks: fc.Arbitrary<Asked> = type.map((asked) => ({
  collectiveId: FLEET,
  kind: 'now',
  items: [{ type: asked, value: null, triggerTime: null }],
}));
const reportOn = (all: Earlier[], ask: Asked) => judge({ members: [], earlier: all }, ask, LOOK);

test('each batch is judged alone: the report of several is that of each, in any order', () => {
  fc.assert(
    fc.property(batches, asks, (all, ask) => {
      const report = reportOn(all, ask);
      const alone = all.flatMap((each) => reportOn([each], ask).findings);
      expect(new Set(report.findings)).toEqual(new Set(alone));
      expect(reportOn(all.toReversed(), ask).digest).toBe(report.digest);
      const fewer = reportOn(all.slice(1), ask);
      const isSame = fewer.findings.length === report.findings.length;
      expect(fewer.digest === report.digest).toBe(isSame);
    }),
  );
});

test('nothing that may be under way is passed over', () => {
  fc.assert(
    fc.property(earlier, asks, (batch, ask) => {
      const kinds = new Set(reportOn([batch], ask).findings.map(({ kind }) => kind));
      const isUnsure = batch.outcome === 'unknown' || batch.unaccounted > 0;
      const isUnderWay = batch.outcome === 'sending' || (isUnsure && !batch.isDecided);
      const isReversed = batch.commands.some(
        (one) =>
          one.isOpen &&
          ask.items.some((item) => areOpposite(item.type, one.type)) &&
          (batch.shared === null || one.shared > 0),
      );
      expect(kinds.has('unresolved') || !isUnderWay).toBe(true);
      expect(kinds.has('opposite') || !isReversed).toBe(true);
    }),
  );
});
