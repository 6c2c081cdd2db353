import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { sessionQuery } from '../../api/session.ts';
import { answered, Seeded, type Seed } from '../../testing/story-states.tsx';
import { ENTITY_ROWS, UNREAD_FACTS } from '../../testing/fact-samples.ts';
import { AS_OF, COLLECTIVES, FACETS } from '../../testing/fleet-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { leastWidth } from '../../components/data-table/column.ts';
import { ENTITY_COLUMNS } from './entity-columns.tsx';
import { EntitiesView } from './entities-view.tsx';

const SESSION: SessionAnswer = {
  operator: { id: 'o1', name: 'Ada', role: 'operator' },
  signIn: { demo: [], password: true, setup: false },
  embedded: false,
};

function view(
  change: Partial<ComponentProps<typeof EntitiesView>>,
  seeds: readonly Seed[] = [answered(sessionQuery, SESSION)],
) {
  return show(
    <Seeded seeds={seeds}>
      <EntitiesView
        search={{}}
        onSearch={() => {}}
        total={ENTITY_ROWS.length}
        asOf={AS_OF}
        error={null}
        fetching={false}
        onRefresh={() => {}}
        stale={false}
        rowAt={(index) => ENTITY_ROWS[index]}
        onWindow={() => {}}
        facets={FACETS}
        facetsError={null}
        collectives={COLLECTIVES}
        onEdit={null}
        actions={null}
        {...change}
      />
    </Seeded>,
  );
}

const row = (name: string | RegExp) => screen.getByRole('row', { name });
const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);

test('rows show what was last known: outcome, energy, capacity, and the next plan', async () => {
  await view({});
  const line = row(/Van 01/);
  expect(line.textContent).toContain('Verified');
  expect(line.textContent).toContain('kWh');
  expect(line.textContent).toContain('68');
  const sparks = screen.queryAllByTitle(/Per day, 1 Feb 2026 to 2 Mar 2026 in UTC/);
  expect(sparks.some((spark) => line.contains(spark))).toBe(true);
  const others = screen.queryAllByTitle(/sent by another system/);
  expect(others.some((mark) => row(/Van 02/).contains(mark))).toBe(true);
});

test('facts never read are marked and are not zero; stale ones are marked', async () => {
  await view({});
  const unread = row(/Antwerpen/).textContent;
  expect(unread).toContain('never read');
  expect(unread).not.toContain('0 kWh');
  expect(unread).toContain('5 reads fail');
  expect(row(/Van 23/).textContent).toContain('stale');
  expect(row(/Van 01/).textContent).not.toContain('stale');
});

test('a column that is empty in all rows is left out unless it was chosen', async () => {
  const facets = { ...FACETS, filled: { ...FACETS.filled, planned: 0, energy: 0 } };
  await view({ facets });
  expect(headers()).toContain('Last Command');
  expect(headers()).not.toContain('Next planned');
  expect(headers()).not.toContain('Energy, 30 days');
});

test('if fleet reading is off the list says so, beside its age and above its columns', async () => {
  const said = () => screen.queryAllByText('fleet reading is off').length;
  await view({});
  expect(said()).toBe(0);
  cleanup();
  const session = { ...SESSION, readsFleet: false };
  await view({}, [answered(sessionQuery, session)]);
  expect(said()).toBe(1);
  expect(screen.queryAllByTitle(/Columns of what was never read/)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await screen.findByRole('checkbox', { name: 'Brand' });
  expect(said()).toBe(2);
});

test('a header sorts by a fact', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ onSearch });
  const header = screen.getByRole('columnheader', { name: /Energy, 30 days/ });
  fireEvent.click(within(header).getByRole('button'));
  expect(onSearch).toHaveBeenCalledWith({ sort: 'energy', order: 'asc' });
});

test('filters by facts have counts and labels', async () => {
  await view({ search: { outcome: 'failed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Last outcome is Failed' }));
  expect(await screen.findByRole('button', { name: 'Verified (96)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'No Command (23)' })).toBeTruthy();
});

test('marks an anomalous or unknown last-seen time, and an impossible capacity', async () => {
  const [first] = ENTITY_ROWS;
  if (first?.facts === null || first === undefined) throw new Error('no sample');
  const { facts } = first;
  const read = { readAt: AS_OF, isStale: false };
  const rows = [
    { ...facts, seenAt: '2090-01-01T00:00:00Z', capacity: { value: 1e9, ...read } },
    { ...facts, seenAt: null, capacity: { value: -4, ...read } },
    { ...facts, seenAt: '2025-12-01T00:00:00Z' },
    facts,
  ].map((each, at) => ({ ...first, id: uuid(at + 1), name: `Odd ${at}`, facts: each }));
  await view({ rowAt: (index) => rows[index], total: rows.length });
  const marks = (hint: RegExp) =>
    rows.flatMap(({ name }) =>
      screen.queryAllByTitle(hint).some((mark) => row(new RegExp(name)).contains(mark)) ? name : [],
    );
  expect(marks(/In the future/)).toEqual(['Odd 0']);
  expect(marks(/Implausible/)).toEqual(['Odd 0', 'Odd 1']);
  expect(row(/Odd 1/).textContent).toContain('before 26 Jan 2026');
  expect(row(/Odd 2/).textContent).toContain('before 26 Jan 2026');
  expect(row(/Odd 3/).textContent).not.toContain('before');
});

test('the columns of the list fit a common screen beside the rail', () => {
  const keys = ['name', 'type', 'outcome', 'seen', 'energy', 'capacity', 'planned', 'place'];
  const columns = ENTITY_COLUMNS.filter(({ key }) => keys.includes(key));
  expect(columns).toHaveLength(keys.length);
  expect(leastWidth(columns, Infinity)).toBeLessThanOrEqual(1182);
});

test('a device without a battery shows no missing capacity', async () => {
  const [first] = ENTITY_ROWS;
  if (first === undefined || first.facts === null || first.facts.capacity === null) {
    throw new Error('The sample has a capacity');
  }
  const facts = { ...first.facts, capacity: { ...first.facts.capacity, value: null } };
  await view({
    total: 2,
    rowAt: (at) => ({ ...first, id: uuid(at), facts, type: at === 0 ? 'EV' : 'ChargePoint' }),
  });
  expect(row(/EV/).textContent).toContain('none');
  expect(row(/ChargePoint/).textContent).not.toContain('none');
});

test('a partial read is shown instead of each value, rather than "never read"', async () => {
  const [first] = ENTITY_ROWS;
  if (first === undefined) throw new Error('There is a sample');
  const message = 'One item of data was left out. The others are kept.';
  const partial = { count: 2, message, of: ['commands' as const, 'sessions' as const] };
  const facts = { ...UNREAD_FACTS, failing: null, partial };
  const bare = { ...first, type: 'ChargePoint' };
  await view({
    total: 2,
    rowAt: (at) => ({ ...bare, id: uuid(at), facts: at === 0 ? facts : UNREAD_FACTS }),
  });
  const [, part, none] = screen.getAllByRole('row').map((each) => each.textContent);
  // The last Command, the last-seen time, its energy and plans, and the column of reads.
  expect(part?.split('partly read')).toHaveLength(6);
  expect(part).not.toContain('never read');
  expect(none).toContain('never read');
  expect(none).not.toContain('partly read');
});
