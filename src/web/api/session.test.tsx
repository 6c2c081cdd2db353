import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/render.tsx';
import { Seeded, signedInAs } from '../testing/story-states.tsx';
import { usePermission } from './session.ts';

function Dispatch() {
  const { allowed, reason } = usePermission('dispatch');
  return (
    <>
      <button disabled={!allowed}>Dispatch</button>
      {reason}
    </>
  );
}

test.each([
  ['viewer', true, 1],
  ['operator', false, 0],
] as const)('%s: who may not do something sees why', async (role, isDisabled, reasons) => {
  await show(
    <Seeded seeds={[signedInAs(role)]}>
      <Dispatch />
    </Seeded>,
  );
  expect(screen.getByRole('button')).toHaveProperty('disabled', isDisabled);
  expect(screen.queryAllByText(/The role viewer may not/)).toHaveLength(reasons);
});
