import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportBefore } from '../../../contract/console/report-before.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { show } from '../../testing/render.tsx';
import { BEFORE } from '../../testing/report-result-samples.ts';
import { NAMED_RUN, PARTIAL_RUN, reportSums } from '../../testing/report-samples.ts';
import { FactList } from '../../components/fact-list.tsx';
import { PrintedChanges } from './period-change.tsx';
import { Totals } from './totals.tsx';

const TOTALS = [reportSums('129', { sessions: 3, cost: '29.025', durationMs: 120 * 60_000 })];

let asked: string[];
let answer: (before: ReportBefore) => void;
beforeEach(() => {
  asked = [];
  const answered = new Promise<Response>((resolve) => {
    answer = (before) => resolve(new Response(JSON.stringify(before)));
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answered;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (run: ReportRun = NAMED_RUN) =>
  show(<Totals totals={TOTALS} doubtful={[]} run={run} search={{}} />);
/** The last line of the tile of a figure. */
const lineOf = (label: string) =>
  screen.getByText(label).parentElement?.querySelector('dd > div')?.textContent;

test('the line for the change is reserved before it is known', async () => {
  await open();
  await expect.poll(() => asked).toEqual([`/api/console/reports/runs/${NAMED_RUN.id}/before`]);
  expect(lineOf('Energy')).toBe('\u00A0');
  answer(BEFORE);
  expect(await screen.findByText(/20\.0 %/)).toBe(
    screen.queryAllByTitle('Jan 2026: 107.5 kWh.')[0],
  );
  expect(lineOf('Energy')).toBe('up 20.0 % against Jan 2026');
  expect(lineOf('Sessions in period')).toBe('down 50.0 % against Jan 2026');
  expect(lineOf('Cost')).toBe('±unchanged 0 % against Jan 2026');
  expect(lineOf('Duration')).toBe('up 5.3 % against Jan 2026');
  expect(asked).toHaveLength(1);
});

test('if the period before is not fully known, a hint says why', async () => {
  await open();
  const { from, to } = BEFORE;
  answer({ state: 'unknown', from, to, entitiesUnread: 2, knownLate: null });
  expect(await screen.findAllByText('Jan 2026 not fully known')).toHaveLength(4);
  expect(
    screen.queryAllByTitle('Not all sessions of Jan 2026 were read for 2 Entities.'),
  ).toHaveLength(4);
  expect(screen.queryByText(/%/)).toBeNull();
});

test('incomplete figures are not compared', async () => {
  await open(PARTIAL_RUN);
  expect(lineOf('Energy')).toBe('partial');
  expect(asked).toEqual([]);
});

test('a replaced draft is not read any further', async () => {
  await show(<Totals totals={TOTALS} doubtful={[]} run={NAMED_RUN} search={{}} isReplaced />);
  expect(lineOf('Energy')).toBe('\u00A0');
  expect(asked).toEqual([]);
});

test('paper shows all changes, or why there are none', async () => {
  await show(
    <FactList>
      <PrintedChanges run={NAMED_RUN} totals={TOTALS} />
    </FactList>,
  );
  expect(screen.getByText('Not added up yet')).toBeTruthy();
  answer(BEFORE);
  const name = await screen.findByText('Against Jan 2026');
  expect(name.nextElementSibling?.textContent).toBe(
    'sessions down 50.0 %, energy up 20.0 %, cost ±unchanged 0 %, duration up 5.3 %',
  );
});
