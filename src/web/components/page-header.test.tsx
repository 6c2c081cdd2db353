import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../testing/render.tsx';
import { PageHeader } from './page-header.tsx';

function Page() {
  const [known, setKnown] = useState(false);
  return (
    <>
      <button onClick={() => setKnown(true)}>Read</button>
      {known ? (
        <section>
          <PageHeader title="Stop charging on 60 Entities" />
        </section>
      ) : (
        <PageHeader title="Batch 3583d084" />
      )}
    </>
  );
}

const title = () => screen.getByRole('heading', { level: 1 });

test('the title of the loaded page takes over the focus from the placeholder', async () => {
  await show(<Page />);
  title().focus();
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  expect(title().textContent).toBe('Stop charging on 60 Entities');
  expect(document.activeElement).toBe(title());
});

test('a title does not take the focus from anything else', async () => {
  await show(<Page />);
  const button = screen.getByRole('button', { name: 'Read' });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
});
