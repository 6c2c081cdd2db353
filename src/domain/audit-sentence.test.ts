import { expect, test } from 'vitest';
import type { AuditNames, AuditThing } from '../contract/console/audit.ts';
import { AUDIT_ACTIONS } from '../contract/console/choices.ts';
import { ACTION_LABELS } from './audit-labels.ts';
import { auditSentence, auditText } from './audit-sentence.ts';

const VAN = 'aaaaaaaa-0000-4000-8000-000000000001';
const DEPOT = 'aaaaaaaa-0000-4000-8000-000000000002';
const BATCH = 'aaaaaaaa-0000-4000-8000-000000000003';
const thing = (kind: AuditThing['kind'], id: string, name: string) => ({
  [id]: { kind, id, name },
});
const NAMES: AuditNames = {
  ...thing('entity', VAN, 'Van 02 eSprinter'),
  ...thing('collective', DEPOT, 'Depot Noord'),
  ...thing('batch', BATCH, 'Stop charging for Depot Noord'),
  ...thing('other', 'demo-viewer', 'Sanne Bakker'),
};
const told = (action: string, target: string | null, body: string | null = null) =>
  auditText({ action, target, body, overrides: [], dispatchId: null }, NAMES);

/** The ids in a text by the names that this test gives them. */
const withIds = (text: string) =>
  text.replaceAll('VAN', VAN).replaceAll('DEPOT', DEPOT).replaceAll('BATCH', BATCH);

/** An action, its target and its body, each in a line above its sentence. */
const SENTENCES = `
change | entity VAN | {"was":{"batteryCapacity":81},"batteryCapacity":8100}
  Set battery capacity of Van 02 eSprinter to 8,100 kWh (was 81)
change | entity VAN | {"batteryCapacity":82}
  Set battery capacity of Van 02 eSprinter to 82 kWh
change | entity VAN | {"was":{"batteryCapacity":null},"batteryCapacity":82.5}
  Set battery capacity of Van 02 eSprinter to 82.50 kWh (was nothing)
change | entity VAN | {"was":{"enabled":true},"feature":"CaptureChargeSessions","enabled":false}
  Turn off capture charge sessions of Van 02 eSprinter (was on)
change | entity VAN | {"entityId":"VAN"}
  Offboard Van 02 eSprinter
change | offboardingRequest VAN
  Cancel offboarding of Van 02 eSprinter
delete | collective DEPOT, member VAN
  Remove Van 02 eSprinter from Depot Noord
delete | entity VAN, location DEPOT
  Delete a location of Van 02 eSprinter
cancel | entity VAN, command DEPOT
  Cancel a Command of Van 02 eSprinter
dispatch | collective DEPOT | {"commands":{"type":"StopCharging","value":null}}
  Dispatch Stop charging for Depot Noord
dispatch | collective DEPOT | {"commands":[{"type":"StopCharging"},{"type":"StopCharging"}]}
  Schedule 2 Commands for Depot Noord
dispatch-approved | batch BATCH
  Approve Stop charging for Depot Noord
sweep | batch BATCH
  Cancel Stop charging for Depot Noord
sweep | sweep BATCH, stop
  Stop canceling Stop charging for Depot Noord
outcome-closed | batch BATCH | {"verdict":"landed"}
  Close the unknown outcome of Stop charging for Depot Noord as landed
bulk | bulk change | {"change":{"kind":"capacity"},"items":[1,2]}
  Start bulk change of battery capacity for 2 Entities
directory-changed | collective DEPOT | {"was":{"note":null},"note":"North"}
  Set note of Depot Noord to North (was nothing)
directory-changed | entity | {"id":"VAN","name":"Van 02"}
  Add Entity Van 02 eSprinter
directory-changed | entity VAN | {"archived":true}
  Archive Van 02 eSprinter
directory-changed | entity VAN | {"collectives":["DEPOT"]}
  Change the Collectives of Van 02 eSprinter
directory-changed | entity VAN | {}
  Change Van 02 eSprinter
directory-changed | entity VAN | {"collectives":["DEPOT"],"members":{"before":["Depot Noord"],"after":["Depot Noord","Night"]}}
  Change the Collectives of Van 02 eSprinter to Depot Noord, Night (was Depot Noord)
directory-changed | collective DEPOT | {"act":"confirm","entityIds":["VAN"],"members":{"before":60,"after":61}}
  Take 1 Entity into Depot Noord (60 members before, 61 after)
directory-changed | directory | {"file":"fleet.csv","imported":{"collectives":{"added":1,"updated":0,"unchanged":2},"entities":{"added":119,"updated":4,"unchanged":0},"memberships":{"added":0,"removed":2}}}
  Import fleet.csv: 120 added, 4 changed, 2 memberships removed
directory-changed | directory
  Import the directory
directory-changed | collective DEPOT | {"act":"dismiss","entityIds":["VAN"]}
  Keep 1 Entity out of Depot Noord
directory-changed | collective DEPOT | {"act":"accept","toldAt":"2026-03-02T10:00:00Z"}
  Remove from Depot Noord the members that an answer of the Service lacks
operator-changed | operator demo-viewer | {"role":"operator"}
  Set the role of Sanne Bakker to operator
sign-in-failed | operator Jonas Verbeek
  Sign in as Jonas Verbeek
denied | POST /x | {"repeats":4}
  Ask for what the role does not permit: POST /x, and 4 more times
retention |  | {"removed":{"readings":0,"charge sessions":1200}}
  Remove what is older than its retention: 1,200 charge sessions
export | batch BATCH
  Export Stop charging for Depot Noord
settings-changed | template | {"name":"Night"}
  Save template “Night”
rebalanced | x
  rebalanced: x`;

const cases = [...SENTENCES.matchAll(/^(\S.*)\n {2}(.*)$/gm)].map(([, act, words]) => [act, words]);
test.each(cases)('%s: %s', (act = '', sentence = '') => {
  const [action = '', target = '', body] = withIds(act).split(' | ');
  expect(told(action, target || null, body)).toBe(sentence);
});

test('what a dispatch overrode is in its sentence, and its Command links the batch', () => {
  const act = {
    action: 'dispatch',
    target: `collective ${DEPOT}`,
    body: '{"commands":{"type":"StopCharging","value":null}}',
    overrides: ['guard-overridden', 'cooldown-overridden'],
    dispatchId: BATCH,
  };
  expect(auditSentence(act, NAMES)).toEqual([
    'Dispatch ',
    { kind: 'batch', id: BATCH, name: 'Stop charging' },
    ' for ',
    { kind: 'collective', id: DEPOT, name: 'Depot Noord' },
    ', overriding a warning, ignoring cooldowns',
  ]);
});

test('every action has a label and a sentence, whatever is missing of it', () => {
  for (const action of AUDIT_ACTIONS) {
    const sentence = told(action, `thing ${VAN.replace('1', '9')}`);
    expect(sentence).toMatch(/^[A-Z]/);
    const isLabel = sentence.startsWith(`${ACTION_LABELS[action]}: `);
    const isOverride = action === 'guard-overridden' || action === 'cooldown-overridden';
    expect([action, isLabel]).toEqual([action, isOverride]);
  }
  const cut = { action: 'change', target: null, body: '{"note":"x…' };
  expect(auditText({ ...cut, overrides: [], dispatchId: null }, {})).toBe(
    'Change a setting of something',
  );
});
