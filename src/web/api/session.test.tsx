import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ROLES } from '../../contract/console/session.ts';
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

test.each(ROLES)('%s: who may not do something sees why', async (role) => {
  await show(
    <Seeded seeds={[signedInAs(role)]}>
      <Dispatch />
    </Seeded>,
  );
  const reason = role === 'viewer' ? /^The role viewer may not/ : null;
  expect(screen.getByRole('button')).toHaveProperty('disabled', reason !== null);
  if (reason !== null) expect(screen.getByText(reason)).toBeTruthy();
  else expect(screen.queryByText(/may not/)).toBeNull();
});
