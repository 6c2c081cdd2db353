import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ImportRows } from './import-rows.tsx';

afterEach(cleanup);

function choose(bytes: Buffer): void {
  render(<ImportRows room={10} onTake={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Paste or import rows' }));
  const file = new File([Uint8Array.from(bytes)], 'plan.csv');
  fireEvent.change(screen.getByLabelText('CSV file with rows'), { target: { files: [file] } });
}

test('a file of a spreadsheet is read, and a value that an unquoted comma cuts is an error', async () => {
  const rows = [
    'When,Time zone,Command,Limit,Ort',
    '2199-05-01 12:00,UTC,Limit feed-in,5,000,Zürich',
    '2199-05-01 13:00,UTC,Limit feed-in,5.000,Zürich',
    '2199-05-01 14:00,UTC,Limit feed-in,400,Zürich',
  ];
  choose(Buffer.from(rows.join('\r\n'), 'latin1'));
  expect(await screen.findByText(/1 valid, 2 with errors.*Read as Windows-1252/)).toBeTruthy();
  expect(screen.getByText(/6 cells for 5 columns; there is no column for “Zürich”/)).toBeTruthy();
  expect(
    screen.getByRole('row', { name: /Limit feed-in “5.000”: This can mean 5 or 5,000/ }),
  ).toBeTruthy();
});

test('a file that is no text is refused in plain words', async () => {
  choose(Buffer.from('When,Command', 'utf16le'));
  expect(await screen.findByText(/plan.csv cannot be read.*CSV UTF-8/)).toBeTruthy();
});
