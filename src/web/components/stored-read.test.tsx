import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../testing/render.tsx';
import { problem } from '../testing/samples.ts';
import { OffboardedContext } from './offboarded-context.ts';
import { StoredFailure } from './stored-read.tsx';

afterEach(cleanup);

const read = {
  error: problem('upstream_refused', 404, 'Not found', 'service'),
  isFetching: false,
  refetch: () => Promise.resolve(),
};

test('shows why the Service did not answer, except for an Entity that it offboarded', async () => {
  await show(<StoredFailure read={read} what="the features" />);
  expect(screen.getByRole('alert').textContent).toContain('The features could not be read now');
  cleanup();
  await show(
    <OffboardedContext value={true}>
      <StoredFailure read={read} what="the features" />
    </OffboardedContext>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
});
