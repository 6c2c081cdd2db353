import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/render.tsx';
import { CutText, CutTip, Hint } from './hint.tsx';

const NAME = 'Rotterdam delivery van';

/** Makes an element narrower than its content: without layout nothing is cut. */
function narrow(element: Element): void {
  Object.defineProperty(element, 'scrollWidth', { value: 300 });
  Object.defineProperty(element, 'clientWidth', { value: 100 });
}

const tip = async () => (await screen.findByRole('tooltip')).textContent;
const noTip = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());

test('a text shows its whole self only while it is cut', async () => {
  await show(<CutText>{NAME}</CutText>);
  const text = screen.getByText(NAME);
  fireEvent.mouseOver(text);
  narrow(text);
  fireEvent.mouseLeave(text);
  await noTip();
  fireEvent.mouseOver(text);
  expect(await tip()).toBe(NAME);
});

test('a cut cell shows its whole text, but not over a part with its own hint', async () => {
  await show(
    <table>
      <tbody>
        <CutTip cells>
          <tr>
            <td>
              {NAME} <Hint text="Changes are shown at once.">live</Hint>
            </td>
          </tr>
        </CutTip>
      </tbody>
    </table>,
  );
  const cell = screen.getByRole('cell');
  narrow(cell);
  fireEvent.mouseOver(cell);
  expect(await tip()).toBe(`${NAME} live`);
  fireEvent.mouseOver(screen.getByText('live'));
  await waitFor(async () => expect(await tip()).toBe('Changes are shown at once.'));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await noTip();
});
