import { useLocation } from '@tanstack/react-router';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noteAct } from '../../api/attention.ts';
import { noteReached, noteUnreachable } from '../../api/reachability.ts';
import { sessionQuery } from '../../api/session.ts';
import { noteServiceState, noteStoreState } from '../../api/store-state.ts';
import { show } from '../../testing/render.tsx';
import { batch, uuid, problem } from '../../testing/samples.ts';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { Banners } from './banners.tsx';
import { Notices, STAYS_MS } from './live-updates.tsx';
import { AccountButton } from './rail.tsx';

const titles = () => [...document.querySelectorAll('strong')].map(({ textContent }) => textContent);

test('each trouble is a line, and goes with it; without a connection nothing is said of the Service', async () => {
  await show(<Banners />);
  expect(titles()).toEqual([]);
  act(() => {
    noteServiceState('refused');
    noteStoreState('no-changes');
  });
  expect(titles()).toEqual([
    'The disk of the console is full or cannot be written.',
    'The Service refuses the console’s token.',
  ]);
  act(noteUnreachable);
  expect(titles()).toEqual([
    'The console’s server does not answer.',
    'The disk of the console is full or cannot be written.',
  ]);
  act(() => {
    noteReached();
    noteServiceState('ok');
    noteStoreState('ok');
  });
  expect(titles()).toEqual([]);
});

afterEach(() => void vi.useRealTimers());

test('a session that nobody uses is said to end, until it is used', async () => {
  const toFake = ['Date', 'performance', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
  noteAct();
  await show(<Banners />);
  const wait = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000));
  wait(24);
  expect(titles()).toEqual([]);
  wait(2);
  expect(titles()).toEqual([expect.stringMatching(/^Your session ends at .* unless you use/)]);
  noteAct();
  wait(1);
  expect(titles()).toEqual([]);
});

test.each([
  [30, []],
  [9, [expect.stringMatching(/^Your session ends at /)]],
])('a session that ends in %i minutes', async (minutes, said) => {
  const endsAt = new Date(Date.now() + minutes * 60_000).toISOString();
  const ending = answered(sessionQuery, {
    operator: { id: 'o1', name: 'Jonas Verbeek', role: 'operator' },
    signIn: { demo: [], password: true, setup: false },
    embedded: false,
    endsAt,
  });
  await show(
    <Seeded seeds={[ending]}>
      <Banners />
    </Seeded>,
  );
  expect(titles()).toEqual(said);
});

test('announces the newest three batches that ended, each with a link and a dismiss button', async () => {
  const onDismiss = vi.fn<(id: string) => void>();
  const ended = [1, 2, 3, 4].map(
    (last) =>
      batch([], {
        id: uuid(last),
        collectiveName: `Depot ${last}`,
        verdictCounts: { verified: last },
      }).batch,
  );
  await show(<Notices ended={ended} onDismiss={onDismiss} />);
  const links = within(screen.getByRole('status')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Done: Stop charging on Depot 2',
    'Done: Stop charging on Depot 3',
    'Done: Stop charging on Depot 4',
  ]);
  expect(screen.getByText('4 of 4 verified')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Dismiss: .* Depot 3/ }));
  expect(onDismiss).toHaveBeenCalledWith(uuid(3));
});

afterEach(() => {
  vi.useRealTimers();
});

/** Shows the end of a batch, by the counts of its Commands; returns the ids dismissed so far. */
async function endedWith(verdictCounts: Record<string, number>) {
  const dismissed: string[] = [];
  const one = batch([], { id: uuid(1), memberCount: 60, verdictCounts }).batch;
  await show(<Notices ended={[one]} onDismiss={(id) => dismissed.push(id)} />);
  // Set up again with a clock that the test controls.
  vi.useFakeTimers();
  const link = screen.getByRole('link');
  act(() => link.focus());
  act(() => link.blur());
  const pass = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  return { dismissed, link, pass };
}

test('a success disappears after a while, but not while hovered or focused', async () => {
  const { dismissed, link, pass } = await endedWith({ verified: 58, failed: 2 });
  pass(STAYS_MS - 1);
  act(() => link.focus());
  pass(10 * STAYS_MS);
  act(() => link.blur());
  fireEvent.pointerEnter(screen.getByText('58 of 60 verified, 2 failed'));
  pass(10 * STAYS_MS);
  expect(dismissed).toEqual([]);
  fireEvent.pointerLeave(screen.getByText('58 of 60 verified, 2 failed'));
  pass(STAYS_MS);
  expect(dismissed).toEqual([uuid(1)]);
});

test('many failures stay until they are dismissed', async () => {
  const { dismissed, pass } = await endedWith({ verified: 50, failed: 10 });
  pass(100 * STAYS_MS);
  expect(dismissed).toEqual([]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function Where() {
  return <output aria-label="Address">{useLocation().href}</output>;
}

async function signOut(code: string): Promise<void> {
  const body = JSON.stringify(problem(code, 503).problem);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 503 })));
  await show(
    <>
      <AccountButton collapsed={false} />
      <Where />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
}

test('a sign-out that could not be stored leads to the sign-in page, which explains it', async () => {
  sessionStorage.setItem('draft', 'private');
  await signOut('sign_out_not_stored');
  await vi.waitFor(() => {
    expect(screen.getByLabelText('Address').textContent).toMatch(/^\/sign-in\?unstored=/);
  });
  expect(sessionStorage.getItem('draft')).toBeNull();
  // The server has cleared the site's data: the colours are stored again.
  expect(localStorage.getItem('gridhelm-mode')).toBe('system');
});

test('a failed sign-out stays on the page', async () => {
  await signOut('internal');
  expect((await screen.findByRole('alert')).textContent).toContain('Not signed out');
  expect(screen.getByLabelText('Address').textContent).toBe('/');
});
