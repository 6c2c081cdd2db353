import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { PeriodPicker, choiceOfDays, type Days, periodText } from './period-picker.tsx';

const TODAY = '2026-03-22';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T10:00:00Z`), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(days: Days, text: string) {
  const onDays = vi.fn<(days: Days) => void>();
  await show(
    <PeriodPicker label="Period" choice={choiceOfDays(days, TODAY, 'Europe/Amsterdam', onDays)} />,
  );
  fireEvent.click(screen.getByRole('button', { name: `Period: ${text}` }));
  await screen.findByText('Days in Europe/Amsterdam');
  return onDays;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('one press on a preset chooses it and closes the panel', async () => {
  const onDays = await open({ from: '2026-03-16', to: TODAY }, 'Last 7 days');
  const chosen = screen.getByRole('button', { name: 'Last 7 days' });
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Last month' }));
  expect(onDays).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-01', to: '2026-02-28' });
  await waitFor(() => expect(screen.queryByText('Days in Europe/Amsterdam')).toBeNull());
});

test('a day that cannot be chosen yet holds back both, and an empty one is open', async () => {
  const onDays = await open({ from: '2026-03-02', to: TODAY }, '2–22 Mar 2026');
  type('First day', '0002-02-01');
  expect(screen.getByText('Choose a day from 2000 on.')).toBeTruthy();
  type('Last day', '2026-03-05');
  expect(onDays).not.toHaveBeenCalled();
  type('First day', '2026-02-01');
  expect(onDays).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-01', to: '2026-03-05' });
  type('Last day', '');
  expect(onDays).toHaveBeenLastCalledWith({ from: '2026-03-02', to: undefined });
});

test('a first day after the last one is reported', async () => {
  await open({ from: '2026-03-20', to: '2026-03-02' }, '20–2 Mar 2026');
  expect(screen.getByRole('alert').textContent).toBe('The first day is after the last day.');
});

test('a period names a month or year only once', () => {
  expect(periodText('2026-11-01', '2026-11-22')).toBe('1–22 Nov 2026');
  expect(periodText('2026-10-28', '2026-11-22')).toBe('28 Oct – 22 Nov 2026');
  expect(periodText('2025-12-28', '2026-01-03')).toBe('28 Dec 2025 – 3 Jan 2026');
  expect(periodText('2026-11-22', '2026-11-22')).toBe('22 Nov 2026');
  expect(periodText('2026-11-22', undefined)).toBe('from 22 Nov 2026');
  expect(periodText(undefined, '2026-11-22')).toBe('until 22 Nov 2026');
  expect(periodText(undefined, undefined)).toBeNull();
});
