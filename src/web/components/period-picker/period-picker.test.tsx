import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { choiceOfDays } from './day-presets.ts';
import type { Days } from './period-choice.ts';
import { PeriodPicker } from './period-picker.tsx';

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
  return onDays;
}

const NONE: Days = { from: undefined, to: undefined };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

test('a preset has the focus, arrows move to the others, and one press closes the panel', async () => {
  const onDays = await open({ from: '2026-03-16', to: TODAY }, 'Last 7 days');
  expect(document.activeElement?.textContent).toBe('Last 7 days');
  key('End');
  expect(document.activeElement?.textContent).toBe('Last month');
  press('Last month');
  expect(onDays).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-01', to: '2026-02-28' });
  expect(screen.queryByText('Days in Europe/Amsterdam')).toBeNull();
});

test('accepts days in the console’s date format, and rejects others when the field loses the focus', async () => {
  const onDays = await open({ from: '2026-03-02', to: TODAY }, '2–22 Mar 2026');
  const field = screen.getByRole('textbox', { name: 'First day' });
  expect(field).toHaveProperty('value', '2 Mar 2026');
  fireEvent.change(field, { target: { value: '3/4/2026' } });
  expect(screen.queryByText('Write it as 22 Nov 2026.')).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText('Write it as 22 Nov 2026.')).toBeTruthy();
  expect(onDays).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '28.2.2026' } });
  expect(onDays).toHaveBeenLastCalledWith({ from: '2026-02-28', to: TODAY });
  fireEvent.change(screen.getByRole('textbox', { name: 'Last day' }), { target: { value: '' } });
  expect(onDays).toHaveBeenLastCalledWith({ from: '2026-03-02', to: undefined });
});

test('an unreadable day holds back the other, until both are readable', async () => {
  const onDays = await open({ from: '2026-03-02', to: TODAY }, '2–22 Mar 2026');
  const first = screen.getByRole('textbox', { name: 'First day' });
  fireEvent.change(first, { target: { value: '31.2.2026' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Last day' }), {
    target: { value: '5.3.2026' },
  });
  expect(onDays).not.toHaveBeenCalled();
  fireEvent.change(first, { target: { value: '1 Mar 2026' } });
  expect(onDays).toHaveBeenCalledExactlyOnceWith({ from: '2026-03-01', to: '2026-03-05' });
});

test('two presses in the calendar choose a period, in any order', async () => {
  const onDays = await open(NONE, 'Choose a period');
  const march = await screen.findByRole('grid', { name: 'March 2026' });
  expect(screen.getByRole('grid', { name: 'February 2026' })).toBeTruthy();
  fireEvent.click(within(march).getByRole('button', { name: /^Friday,? 20 March 2026$/ }));
  expect(onDays).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: /^Friday,? 20 March 2026, chosen$/ })).toBeTruthy();
  press(/^Saturday,? 28 February 2026$/);
  expect(onDays).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-28', to: '2026-03-20' });
});

test('the calendar starts on Monday, marks today, and moves by keys', async () => {
  await open(NONE, 'Choose a period');
  const march = await screen.findByRole('grid', { name: 'March 2026' });
  const heads = march.querySelectorAll('thead th');
  expect(heads[0]?.textContent).toBe('Mo');
  const today = within(march).getByRole('button', { name: /^Sunday,? 22 March 2026, today$/ });
  fireEvent.focus(today);
  today.focus();
  key('ArrowLeft');
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/21 March 2026/),
  );
});

test('a first day after the last one is reported', async () => {
  await open({ from: '2026-03-20', to: '2026-03-02' }, '20–2 Mar 2026');
  expect(screen.getByRole('alert').textContent).toBe('The first day is after the last day.');
});
