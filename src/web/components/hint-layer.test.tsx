import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/render.tsx';
import { HintLayer } from './hint-layer.tsx';
import { CutText, Hint } from './hint.tsx';

const CUT = 'A long name that has no room';

/** Makes an element narrower than its content: jsdom has no layout. */
function narrow(element: Element): Element {
  Object.defineProperty(element, 'scrollWidth', { value: 300, configurable: true });
  Object.defineProperty(element, 'clientWidth', { value: 100, configurable: true });
  return element;
}

async function hints() {
  await show(
    <>
      <HintLayer />
      <Hint text="Changes are shown at once.">live</Hint>
      <CutText>{CUT}</CutText>
      <table>
        <tbody>
          <tr>
            <td>Rotterdam delivery van</td>
            <td>
              <a href="#van">Van 01</a>
            </td>
          </tr>
        </tbody>
      </table>
      <button type="button" data-hint="The role viewer may not cancel.">
        Cancel
      </button>
    </>,
  );
}

test('shows the hint of an element under the pointer, and Escape closes it', async () => {
  await hints();
  const text = screen.getByText('live');
  fireEvent.pointerOver(text);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Changes are shown at once.');
  expect(text.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  fireEvent.keyDown(text, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(text.hasAttribute('aria-describedby')).toBe(false);
});

test('the pointer may move onto the hint; it closes once the pointer leaves both', async () => {
  await hints();
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Cancel' }));
  const hint = await screen.findByText('The role viewer may not cancel.');
  fireEvent.pointerOver(document.body);
  fireEvent.pointerOver(hint);
  expect(screen.getByRole('tooltip')).toBeTruthy();
  fireEvent.pointerOver(document.body);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('only cut text is its own hint', async () => {
  await hints();
  const cell = screen.getByRole('cell', { name: 'Rotterdam delivery van' });
  fireEvent.pointerOver(narrow(cell));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Rotterdam delivery van');
  fireEvent.pointerOver(screen.getByText(CUT));
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  fireEvent.pointerOver(narrow(screen.getByText(CUT)));
  expect((await screen.findByRole('tooltip')).textContent).toBe(CUT);
});

test('Tab reaches cut text, unless it contains a control', async () => {
  await hints();
  const plain = narrow(screen.getByRole('cell', { name: 'Rotterdam delivery van' }));
  const linked = narrow(screen.getByRole('cell', { name: 'Van 01' }));
  const text = screen.getByText(CUT);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(plain.getAttribute('tabindex')).toBe('0');
  expect(linked.hasAttribute('tabindex')).toBe(false);
  expect(text.hasAttribute('tabindex')).toBe(false);
  // Once there is room for it, Tab skips it.
  Object.defineProperty(plain, 'clientWidth', { value: 400 });
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(plain.hasAttribute('tabindex')).toBe(false);
});

test('an element focused before hints are loaded shows its hint', async () => {
  await show(
    <button type="button" data-hint="The role viewer may not cancel.">
      Cancel
    </button>,
  );
  screen.getByRole('button').focus();
  await show(<HintLayer />);
  expect((await screen.findByRole('tooltip')).textContent).toBe('The role viewer may not cancel.');
});

test('a visible hint follows its text', async () => {
  await hints();
  const text = screen.getByText('live');
  fireEvent.pointerOver(text);
  const hint = await screen.findByRole('tooltip');
  text.setAttribute('data-hint', 'Changes arrive late.');
  await waitFor(() => expect(hint.textContent).toBe('Changes arrive late.'));
});
