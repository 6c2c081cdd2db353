import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/render.tsx';
import { AsOf } from './as-of.tsx';

const QUERY = {
  data: {},
  dataUpdatedAt: Date.parse('2026-03-22T10:00:00Z'),
  error: null,
  isFetching: false,
  refetch: () => {},
};
const shownAt = () => document.querySelector('time')?.dateTime;

test('the age is the one the server gives, of the first page if there are several', async () => {
  const asOf = '2026-03-22T09:59:58.000Z';
  await show(
    <>
      <AsOf read={{ ...QUERY, data: { asOf } }} what="the batch" />
      <AsOf read={{ ...QUERY, data: { pages: [{ asOf }, {}] } }} what="the batches" />
    </>,
  );
  expect([...document.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([
    asOf,
    asOf,
  ]);
});

test('if the server gives no time, the arrival of the answer counts', async () => {
  await show(<AsOf read={QUERY} what="the features" />);
  expect(shownAt()).toBe('2026-03-22T10:00:00.000Z');
});

test('a read without an answer has no age', async () => {
  const unread = { ...QUERY, data: undefined, dataUpdatedAt: 0 };
  await show(<AsOf read={[QUERY, unread]} what="the Entity" />);
  expect(shownAt()).toBe('2026-03-22T10:00:00.000Z');
});

test('shows a failed refresh, but not a failed further page or part of a list', async () => {
  const error = new Error('gone');
  const list = { asOf: null, error, fetching: false, refresh: () => {} };
  await show(
    <>
      <div>
        <AsOf read={{ ...QUERY, error }} what="the features" />
      </div>
      <div>
        <AsOf read={{ ...QUERY, error, isFetchNextPageError: true }} what="the log" />
      </div>
      <div>
        <AsOf read={{ ...list, state: 'partial' }} what="the members" />
      </div>
      <div>
        <AsOf read={{ ...list, state: 'complete' }} what="the requests" />
      </div>
    </>,
  );
  const failed = screen
    .getAllByRole('button')
    .map((button) => [
      button.getAttribute('aria-label'),
      button.parentElement?.textContent.startsWith('Could not refresh since'),
    ]);
  expect(failed).toEqual([
    ['Refresh the features', true],
    ['Refresh the log', false],
    ['Refresh the members', false],
    ['Refresh the requests', true],
  ]);
});
