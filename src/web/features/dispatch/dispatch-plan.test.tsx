import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, review, reviewed } from '../../testing/dispatch-harness.tsx';

const ZONE = 'Europe/Brussels';

async function planLater(rows: { date: string; time: string; type?: string }[]) {
  const opened = await open();
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /^Later/ })));
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: ZONE } });
  for (const [at, { date, time, type }] of rows.entries()) {
    if (at > 0) {
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add a Command' })));
    }
    const name = `Command ${at + 1}`;
    const set = (label: string, value: string): void => {
      const field = screen.getByLabelText(`${label} of ${name}`);
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    };
    set('Date', date);
    set('Time', time);
    set('Type', type ?? 'StopCharging');
  }
  return opened;
}

test('planned Commands are sent with wall clock, zone and instant; the button counts them', async () => {
  const { held } = await planLater([
    { date: '2199-03-01', time: '22:00' },
    { date: '2199-07-01', time: '22:00', type: 'StartCharging' },
  ]);
  await reviewed();
  const button = screen.getByRole('button', { name: 'Schedule 2 Commands for 3 Entities' });
  fireEvent.click(button);
  expect(held[0]?.dispatch).toMatchObject({
    kind: 'schedule',
    items: [
      {
        type: 'StopCharging',
        value: null,
        triggerTime: '2199-03-01T21:00:00.000Z',
        plannedAs: { wallClock: '2199-03-01T22:00', zone: ZONE, offsetMinutes: 60 },
      },
      {
        type: 'StartCharging',
        triggerTime: '2199-07-01T20:00:00.000Z',
        plannedAs: { wallClock: '2199-07-01T22:00', zone: ZONE, offsetMinutes: 120 },
      },
    ],
  });
});

test('rows are added a day later and removed, and kept when the dialog reopens', async () => {
  await planLater([{ date: '2199-03-01', time: '22:00' }]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add a Command' })));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add a Command' })));
  const dates = (): unknown[] =>
    screen.getAllByLabelText(/^Date of/).map((input) => ('value' in input ? input.value : null));
  expect(dates()).toEqual(['2199-03-01', '2199-03-02', '2199-03-03']);
  expect(document.activeElement).toBe(screen.getByLabelText('Date of Command 3'));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove Command 1' })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Command 1' }));
  expect(dates()).toEqual(['2199-03-02', '2199-03-03']);
  fireEvent.change(screen.getByLabelText('Date of Command 2'), { target: { value: '2199-03-02' } });
  await review();
  expect(screen.getByText('This is the same as row 1.')).toBeTruthy();
  cleanup();
  await open();
  expect(dates()).toEqual(['2199-03-02', '2199-03-02']);
});

test('accepts days and times; an unreadable one is named, and a time kept', async () => {
  const { held } = await planLater([{ date: '', time: '2 pm' }]);
  const [date, time] = ['Date', 'Time'].map((name) =>
    screen.getByLabelText(`${name} of Command 1`),
  );
  if (date === undefined || time === undefined) throw new Error('no fields');
  await review();
  expect(date.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(date, { target: { value: '2199-03-04' } });
  fireEvent.blur(date);
  expect(date).toHaveProperty('value', '2199-03-04');
  fireEvent.blur(time);
  expect(time).toHaveProperty('value', '2 pm');
  expect(screen.getByText(/^This is not a time/)).toBeTruthy();
  // It is also kept while the sheet is closed.
  cleanup();
  const again = await open();
  const reopened = screen.getByLabelText('Time of Command 1');
  expect(reopened).toHaveProperty('value', '2 pm');
  fireEvent.change(reopened, { target: { value: '1405' } });
  fireEvent.blur(reopened);
  expect(reopened).toHaveProperty('value', '14:05');
  // jsdom does not show the option of a select rendered with its value; a browser does.
  const type = screen.getByLabelText('Type of Command 1');
  fireEvent.change(type, { target: { value: 'StopCharging' } });
  await reviewed();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule 1 Command for 3 Entities' }));
  expect(again.held[0]?.dispatch.items[0]?.plannedAs?.wallClock).toBe('2199-03-04T14:05');
  expect(held).toHaveLength(0);
});

async function importRows(text: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Paste or import rows' }));
  fireEvent.change(screen.getByLabelText('Rows from a CSV file or a spreadsheet'), {
    target: { value: text },
  });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Preview the rows' })));
  const take = await screen.findByRole('button', { name: /^Import the/ });
  await act(async () => fireEvent.click(take));
}

const IMPORT = 'when,type\n2199-03-01T21:00:30Z,StopCharging\n2199-03-02T21:00:00Z,StartCharging';
const datesShown = (): unknown[] =>
  screen.getAllByLabelText(/^Date of/).map((input) => ('value' in input ? input.value : null));

test('an import replaces the untouched initial row, including seconds', async () => {
  const { held } = await open();
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /^Later/ })));
  await importRows(IMPORT);
  expect(datesShown()).toHaveLength(2);
  await reviewed();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule 2 Commands for 3 Entities' }));
  expect(held[0]?.dispatch.items.map(({ triggerTime }) => triggerTime)).toEqual([
    '2199-03-01T21:00:30.000Z',
    '2199-03-02T21:00:00.000Z',
  ]);
});

test('an import keeps an edited row', async () => {
  await planLater([{ date: '2199-02-01', time: '22:00' }]);
  await importRows(IMPORT);
  expect(datesShown()).toHaveLength(3);
});

test('the zone of the plan changes for all rows but those imported with their own', async () => {
  const { held } = await planLater([{ date: '2199-01-01', time: '22:00' }]);
  await importRows('date,time,zone,type\n2199-01-02,22:00,Asia/Tokyo,StopCharging');
  expect(screen.getByText('In Asia/Tokyo')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Lisbon' } });
  await reviewed();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule 2 Commands for 3 Entities' }));
  expect(held[0]?.dispatch.items.map(({ triggerTime }) => triggerTime)).toEqual([
    '2199-01-01T22:00:00.000Z',
    '2199-01-02T13:00:00.000Z',
  ]);
});
