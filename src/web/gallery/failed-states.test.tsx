import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stories as catalogue } from '../features/catalogue/catalogue-page.stories.tsx';
import { stories as battery } from '../features/entities/battery-section.stories.tsx';
import { stories as commands } from '../features/entities/command-history.stories.tsx';
import { stories as features } from '../features/entities/features-section.stories.tsx';
import { stories as locations } from '../features/entities/locations-tab.stories.tsx';
import { stories as entityOffboarding } from '../features/offboarding/entity-offboarding.stories.tsx';
import { stories as offboarding } from '../features/offboarding/offboarding-page.stories.tsx';
import type { Stories } from './story.ts';
import { StoryFrame } from './story-frame.tsx';

afterEach(() => vi.unstubAllGlobals());

const none = { data: [], meta: { pageSize: 100, continuationToken: null } };
/** The error each view shows when its read fails, and the Service's answer to the retry. */
const FAILED: readonly (readonly [Stories, string, unknown])[] = [
  [locations, 'The Locations could not be read', none],
  [commands, 'The Commands could not be read', none],
  [features, 'The features could not be read', []],
  [battery, 'The battery capacity could not be read', { batteryCapacity: 77 }],
  [entityOffboarding, 'The Offboarding Requests could not be read', none],
  [offboarding, 'The Offboarding Requests could not be read', none],
  [catalogue, 'The catalogue could not be read', none],
];

/** The answer of the console’s server to a refusal by the Service. */
const REFUSED = {
  code: 'upstream_refused',
  source: 'service',
  errors: [{ code: 'maintenance', message: 'Back at four', description: null }],
  upstreamStatus: 400,
  requestId: 'r',
};

test.each(FAILED)(
  '%#: a failed read shows the Service’s message, and is retried',
  async ({ seed, states }, words, body) => {
    const answers = [Response.json(REFUSED, { status: 400 }), Response.json(body)];
    vi.stubGlobal('fetch', () => Promise.resolve(answers.shift() ?? new Promise(() => {})));
    render(<StoryFrame seed={seed} draw={states['error'] ?? (() => null)} />);
    const tryAgain = () =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
    expect((await screen.findAllByText(new RegExp(words))).length).toBeGreaterThan(0);
    tryAgain();
    await waitFor(() => expect(answers).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByText(/Back at four/).length).toBeGreaterThan(0));
    expect(screen.getAllByText(new RegExp(words)).length).toBeGreaterThan(0);
    tryAgain();
    await waitFor(() => expect(screen.queryByText(new RegExp(words))).toBeNull());
    expect(document.body.textContent).toMatch(/as of \d\d:\d\d:\d\d/);
  },
);

test('data that was read stays and is marked stale when a refresh fails', async () => {
  render(<StoryFrame seed={battery.seed} draw={battery.states['stale'] ?? (() => null)} />);
  expect((await screen.findAllByText(/Could not refresh since/)).length).toBeGreaterThan(0);
  expect(screen.getByText('77.5 kWh')).toBeTruthy();
});

test('stored data is shown with its age while the Service does not answer', async () => {
  const draw = features.states['from the store, stale, the Service does not answer'];
  render(<StoryFrame seed={features.seed} draw={draw ?? (() => null)} />);
  expect((await screen.findAllByText(/could not be read now/)).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/from the console’s store/).length).toBeGreaterThan(0);
  expect(screen.getAllByText('CaptureChargeSessions').length).toBeGreaterThan(0);
});
