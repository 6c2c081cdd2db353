import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import { lazyPanel } from './lazy-panel.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

test('a panel waits for its code without a warning, and keeps its state once loaded', async () => {
  const warned = vi.spyOn(console, 'error');
  let arrive = (): void => {};
  const loading = new Promise<typeof Counter>((resolve) => {
    arrive = () => resolve(Counter);
  });
  const Panel = lazyPanel<{ name: string }>(() => loading);
  function Page() {
    const [name, setName] = useState('Views');
    return (
      <>
        <Panel name={name} />
        <button onClick={() => setName('Columns')}>Rename</button>
      </>
    );
  }
  await show(<Page />);
  expect(screen.queryByRole('button', { name: /Views/ })).toBeNull();
  await act(async () => {
    arrive();
    await loading;
  });
  const button = await screen.findByRole('button', { name: 'Views 0' });
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  expect(screen.getByRole('button', { name: 'Columns 1' })).toBe(button);
  expect(warned).not.toHaveBeenCalled();
});

test('a panel whose code is loaded is drawn at once', async () => {
  const Panel = lazyPanel<{ name: string }>(async () => Counter);
  await Panel.preload();
  await show(<Panel name="Views" />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Views 0' }));
});

test('shows an error if its code cannot be loaded', async () => {
  const Panel = lazyPanel<{ name: string }>(() => Promise.reject(new Error('offline')));
  await show(<Panel name="Views" />);
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
});
