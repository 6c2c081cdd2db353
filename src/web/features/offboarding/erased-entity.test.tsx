import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { OffboardedContext, ReadBlock } from '../../components/read.tsx';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { VAN_RECORD } from '../../testing/collective-samples.ts';
import { show } from '../../testing/render.tsx';
import { answered, asOperator, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { ErasedBanner } from './offboarding-banner.tsx';
import { OffboardingActs } from './entity-offboarding.tsx';

const { id } = VAN_RECORD.entity;
const erased = { at: AS_OF, by: 'Sanne Bakker' };
const draw = (of: typeof erased | null) =>
  show(
    <Seeded
      seeds={[
        asOperator(signedInAs('administrator')),
        answered(query(DIRECTORY_ROUTES.entity, { params: { id } }), { ...VAN_RECORD, erased: of }),
      ]}
    >
      <OffboardedContext value>
        <ErasedBanner erased={of} />
        <ReadBlock
          read={{ error: new Error('404'), isFetching: false, refetch: () => {} }}
          what="the locations"
        />
        <OffboardingActs entityId={id} isPending={false} />
      </OffboardedContext>
    </Seeded>,
  );

test('an offboarded Entity can be erased, and nothing is read of it again', async () => {
  await draw(null);
  screen.getByText(
    'Nothing is kept of the locations, and the Service no longer knows this Entity.',
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Erase locations and charge sessions',
  ]);
});

test('an erased one says when and by whom, and offers nothing', async () => {
  await draw(erased);
  expect(screen.getByRole('alert').textContent).toMatch(/were erased on .+ by Sanne Bakker/);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
