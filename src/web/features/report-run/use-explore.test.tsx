import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { invalidateTopics } from '../../api/stale.ts';
import { show } from '../../testing/render.tsx';
import { FLAT_TARIFF } from '../../testing/report-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { RunPage } from './run-page.tsx';
import { json, problemOf, RUN, serveRunPage } from './testing/run-page-server.tsx';

const server = serveRunPage();
const reads = () =>
  server.asked.filter((each) => each.endsWith(`GET /api/console/reports/runs/${RUN}`));

let client: QueryClient | undefined;
function Page() {
  const own = useQueryClient();
  useEffect(() => {
    client = own;
  }, [own]);
  return <RunPage runId={RUN} search={{}} onSearch={() => {}} />;
}

/** Chooses a tariff; the server answers once the returned function is called. */
async function choose(answer: () => Response): Promise<() => void> {
  server.run = { ...server.run, hash: null, sealed: null };
  server.answers['tariffs'] = () => json({ tariffs: [FLAT_TARIFF] });
  let release = () => {};
  server.answers['explore'] = async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return answer();
  };
  await show(<Page />);
  await screen.findByRole('option', { name: /^Depot, flat/ });
  fireEvent.change(screen.getByRole('combobox', { name: 'Tariff' }), {
    target: { value: FLAT_TARIFF.id },
  });
  await waitFor(() => expect(server.asked.some((each) => each.includes('/explore '))).toBe(true));
  return () => release();
}

/** What the live stream does when it names reports. */
async function changed(): Promise<void> {
  await act(async () => {
    if (client !== undefined) await invalidateTopics(client, ['report']);
  });
}

test('a report is not read any more once another takes its place', async () => {
  const release = await choose(() => json({ ...server.run, id: uuid(703) }));
  expect(reads()).toHaveLength(1);
  // Its removal may be pushed before the answer, and again before the page has changed.
  await changed();
  release();
  await waitFor(() =>
    expect(screen.getByLabelText('Explore').getAttribute('aria-busy')).toBe('false'),
  );
  await changed();
  expect(reads()).toHaveLength(1);
});

test('a report that stays is read like any other', async () => {
  const release = await choose(() => problemOf(500, 'The store is on fire'));
  await changed();
  release();
  expect(await screen.findByText('The store is on fire')).toBeTruthy();
  await waitFor(() => expect(reads()).toHaveLength(2));
});
