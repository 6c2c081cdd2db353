import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import { later } from './later.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test('a part is fetched when it is first shown, and once', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
  const Part = later(load);
  expect(load).not.toHaveBeenCalled();
  await show(<Part name="Ada" />);
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
  await show(<Part name="Jonas" />);
  expect(screen.getByText('Hello Jonas')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('while it cannot be fetched the page stays and says so; it opens once it can', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = later(load);
  await show(
    <>
      <input aria-label="Name" defaultValue="typed before" />
      <Part name="Ada" />
    </>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'typed before');
  await vi.advanceTimersByTimeAsync(4000);
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
