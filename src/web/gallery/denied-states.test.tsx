import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { SweepButton } from '../features/batches/sweep-button.tsx';
import { EntityOffboarding } from '../features/offboarding/entity-offboarding.tsx';
import { stories as bulkRun } from '../features/bulk/bulk-run-page.stories.tsx';
import { stories as newBulkRun } from '../features/bulk/bulk-page.stories.tsx';
import { SettingsTab } from '../features/entities/settings-tab.tsx';
import { MembersSection } from '../features/members/members-section.tsx';
import { query } from '../api/query.ts';
import { servicePages } from '../api/service-pages.ts';
import { vanBatch } from '../testing/batch-samples.ts';
import { MEMBERS } from '../testing/collective-samples.ts';
import { uuid } from '../testing/samples.ts';
import { answered, pages, seeded, signedInAs } from '../testing/story-states.tsx';
import type { Stories } from './story.ts';
import { StoryFrame } from './story-frame.tsx';

const viewer = signedInAs('viewer');
const sweep = (
  <SweepButton
    batch={vanBatch(['pending', 'pending']).batch}
    scope={{ count: 2, soonestMs: null, item: null }}
  />
);
const ofEntity = { params: { entityId: uuid(1) } };
const members = servicePages(ENDPOINTS.listMembers, {
  params: { collectiveId: uuid(900) },
  query: { pageSize: 100 },
});
const requests = servicePages(ENDPOINTS.listOffboardingRequests, { query: { pageSize: 200 } });
const others: Stories = {
  title: 'Views without a story',
  states: {
    'cancel sweep': seeded(sweep, viewer),
    settings: seeded(
      <SettingsTab entityId={uuid(1)} />,
      answered(query(ENDPOINTS.listFeatures, ofEntity), [
        { feature: 'CaptureChargeSessions', isEnabled: true },
      ]),
      answered(query(ENDPOINTS.getBatteryCapacity, ofEntity), { batteryCapacity: 77.5 }),
      viewer,
    ),
    members: seeded(
      <MembersSection collectiveId={uuid(900)} />,
      answered(members, pages({}, { data: [...MEMBERS] })),
      signedInAs('operator'),
    ),
    offboarding: seeded(
      <EntityOffboarding entityId={uuid(1)} />,
      answered(requests, pages({}, { data: [] })),
      viewer,
    ),
  },
};

async function open({ seed, states }: Stories, state: string): Promise<void> {
  const draw = states[state];
  if (draw === undefined) throw new Error(`no state ${state}`);
  render(<StoryFrame seed={seed} draw={draw} />);
  await screen.findAllByText(/./);
}

/** States without a permission: the state, the reason shown there, and the disabled controls. */
const DENIED: readonly (readonly [Stories, string, RegExp, 'button' | 'switch', RegExp])[] = [
  [others, 'settings', /The role viewer may not change features/, 'switch', /./],
  [others, 'settings', /Everything here is read-only/, 'button', /^Set the capacity$/],
  [
    others,
    'members',
    /^The role operator may not remove members of a Collective\.$/,
    'button',
    /^Remove/,
  ],
  [
    others,
    'offboarding',
    /^The role viewer may not offboard Entities\.$/,
    'button',
    /^Offboard this Entity$/,
  ],
];

test.each(DENIED)(
  '%#: an operator without the permission sees why',
  async (stories, state, reason, role, name) => {
    await open(stories, state);
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    const controls = screen.getAllByRole(role, { name });
    expect(controls.map((control) => control.hasAttribute('disabled'))).not.toContain(false);
  },
);

test('an operator who may not change features sees the reason instead of a form', async () => {
  await open(newBulkRun, 'a viewer');
  expect(await screen.findByText(/The role viewer may not change features/)).toBeTruthy();
  const region = within(screen.getByRole('region', { name: 'New bulk change' }));
  for (const role of ['button', 'textbox', 'checkbox', 'radio', 'combobox'] as const) {
    expect(region.queryAllByRole(role)).toEqual([]);
  }
});

test('an operator who may not cancel sees why, and a press sends nothing', async () => {
  await open(others, 'cancel sweep');
  expect((await screen.findAllByText(/The role viewer may not cancel Commands/))[0]).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Cancel open Commands' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a bulk change that cannot be read says so', async () => {
  await open(bulkRun, 'error');
  expect((await screen.findAllByText(/The bulk change could not be read/))[0]).toBeTruthy();
});
