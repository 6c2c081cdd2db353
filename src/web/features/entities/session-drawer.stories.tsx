import type { ChargeSession } from '../../../contract/charge-session.ts';
import { DEFAULT_THRESHOLDS, findingsOfEntity } from '../../../domain/session-findings.ts';
import type { Stories } from '../../gallery/story.ts';
import { uuid } from '../../testing/samples.ts';
import { ANOMALOUS_SESSIONS, SESSIONS } from '../../testing/session-samples.ts';
import { SessionDrawer } from './session-drawer.tsx';

function drawer(session: ChargeSession | undefined) {
  return (
    <SessionDrawer
      entityId={uuid(1)}
      session={session}
      exceptions={findingsOfEntity(ANOMALOUS_SESSIONS, {
        type: 'EV',
        capacityKwh: null,
        nowMs: Infinity,
        thresholds: DEFAULT_THRESHOLDS,
      })}
      provisionalFrom={Date.parse('2023-05-01T00:00:00Z')}
      zone="Europe/Amsterdam"
      onClose={() => {}}
    />
  );
}

export const stories: Stories = {
  title: 'A charge session in full',
  layout: 'alone',
  states: {
    'full, provisional': () => drawer(SESSIONS[0]),
    anomalous: () => drawer(ANOMALOUS_SESSIONS[1]),
    'not read': () => drawer(undefined),
  },
};
