import { ALL_NAMES, type SampleName } from '../testing/cache-sample.ts';
import { mutation, testMutations, type Effects } from '../testing/mutation-cases.ts';
import { uuid } from '../testing/samples.ts';
import { checkAuditMutation, csvMutation, reanchorAuditMutation } from './audit.ts';
import { refreshBatchMutation } from './batches.ts';
import { setCapacityMutation } from './battery-capacity.ts';
import {
  addRecordMutation,
  editRecordMutation,
  importDirectoryMutation,
  previewImportMutation,
  undoImportMutation,
} from './directory-changes.ts';
import { decideConflictMutation } from './directory-conflicts.ts';
import { exportDirectoryMutation } from './directory-export.ts';
import { sendDispatchMutation } from './dispatch.ts';
import { changeFeatureMutation } from './features.ts';
import { refreshFleetMutation } from './fleet.ts';
import { deleteLocationMutation } from './locations.ts';
import { removeMemberMutation } from './members.ts';
import { decideMembershipMutation } from './membership.ts';
import { dismissAttentionMutation, restoreAttentionMutation } from './overview.ts';
import { cancelOffboardingMutation, requestOffboardingMutation } from './offboarding.ts';
import { closeOutcomeMutation, startCheckMutation } from './resolutions.ts';
import { changePasswordMutation, signOutMutation } from './session.ts';
import { cancelCommandMutation, changeSweepMutation, startSweepMutation } from './sweeps.ts';
import { addTemplateMutation, deleteTemplateMutation } from './templates.ts';

const id = uuid(1);
const BATCHES: SampleName[] = ['batch lists', 'batch', 'batch 2', 'batch extras', 'batch extras 2'];
const nothing = () => undefined;
const name = 'ada';
const password = 'correct horse';
const command = { entityId: id, commandId: uuid(7) };
const csv = () =>
  Promise.resolve({
    name: 'a.csv',
    text: '',
    record: { what: 'places', id: null, rows: 1 } as const,
  });
const template = { name: 'Stop', kind: 'now' as const, rows: [], reason: '' };
const dispatch = {
  dispatchId: id,
  collectiveId: id,
  kind: 'now' as const,
  items: [],
  ignoreCooldown: false,
  reason: '',
  override: null,
  previousId: null,
};
const conflict = { kind: 'entity', id, field: 'name', theirs: 'x', keep: 'ours' } as const;
const ofDirectory = { stale: ['directory'] } satisfies Effects;
const ofOverview = { stale: ['overview'], failed: ['overview'] } satisfies Effects;

const CASES = [
  mutation('requestOffboarding', requestOffboardingMutation, id, 'POST /v1/offboarding/entities', {
    stale: ['offboarding list'],
    written: ['offboarding'],
    failed: ['offboarding list'],
    answer: { id },
  }),
  mutation(
    'cancelOffboarding',
    cancelOffboardingMutation,
    id,
    `PATCH /v1/offboarding/entities/${id}/cancel`,
    {
      stale: ['offboarding list'],
      written: ['offboarding'],
      failed: ['offboarding list', 'offboarding', 'offboarding 2'],
      answer: { id },
    },
  ),
  mutation(
    'dismissAttention',
    dismissAttentionMutation,
    { key: 'silent:a', reason: 'sold' },
    'POST /overview/dismissals',
    ofOverview,
  ),
  mutation(
    'restoreAttention',
    restoreAttentionMutation,
    'silent:a',
    'POST /overview/dismissals/restore',
    ofOverview,
  ),
  mutation('checkAudit', () => checkAuditMutation, undefined, 'GET /audit/check'),
  mutation('reanchorAudit', () => reanchorAuditMutation, 'Known', 'POST /audit/reanchor'),
  mutation('csv', () => csvMutation(csv, nothing), undefined, 'POST /audit/files'),
  mutation(
    'refreshBatch',
    (to) => refreshBatchMutation(to, id),
    undefined,
    `POST /batches/${id}/refresh`,
    {
      stale: ['batch'],
      failed: ['batch'],
    },
  ),
  mutation(
    'setCapacity',
    (to) => setCapacityMutation(to, id),
    5,
    `PUT /v1/entities/${id}/battery-capacity`,
    {
      written: ['capacity'],
      failed: ['capacity'],
    },
  ),
  mutation(
    'addRecord',
    (to) => addRecordMutation(to, 'collective'),
    { id, name },
    'POST /collectives',
    ofDirectory,
  ),
  mutation(
    'addRecord',
    (to) => addRecordMutation(to, 'entity'),
    { id },
    'POST /entities',
    ofDirectory,
  ),
  mutation(
    'editRecord',
    (to) => editRecordMutation(to, 'collective', id),
    { name },
    `PATCH /collectives/${id}`,
    ofDirectory,
  ),
  mutation(
    'editRecord',
    (to) => editRecordMutation(to, 'entity', id),
    { name },
    `PATCH /entities/${id}`,
    ofDirectory,
  ),
  mutation('previewImport', () => previewImportMutation, {}, 'POST /directory/preview'),
  mutation(
    'importDirectory',
    importDirectoryMutation,
    { collectives: [], entities: [] },
    'POST /directory/import',
    ofDirectory,
  ),
  mutation('undoImport', undoImportMutation, id, `POST /directory/imports/${id}/undo`, ofDirectory),
  mutation(
    'exportDirectory',
    () => exportDirectoryMutation(() => Promise.resolve('a')),
    'csv',
    'GET /directory/export',
  ),
  mutation(
    'decideConflict',
    decideConflictMutation,
    conflict,
    'POST /directory/conflicts/decide',
    ofDirectory,
  ),
  mutation('sendDispatch', sendDispatchMutation, dispatch, `POST /v1/collectives/${id}/commands`, {
    stale: BATCHES,
  }),
  mutation(
    'changeFeature',
    (to) => changeFeatureMutation(to, id),
    { feature: 'A', enabled: true },
    `PATCH /v1/entities/${id}/features`,
    {
      written: ['features'],
      failed: ['features'],
    },
  ),
  mutation(
    'deleteLocation',
    (to) => deleteLocationMutation(to, id),
    uuid(7),
    `DELETE /v1/entities/${id}/locations/${uuid(7)}`,
    {
      stale: ['locations', 'places'],
      failed: ['locations', 'places'],
    },
  ),
  mutation(
    'removeMember',
    (to) => removeMemberMutation(to, id),
    uuid(7),
    `DELETE /v1/collectives/${id}/members/${uuid(7)}`,
    {
      stale: ['members', 'directory'],
      failed: ['members', 'directory'],
    },
  ),
  mutation(
    'decideMembership',
    (to) => decideMembershipMutation(to, id),
    { entityIds: [id], act: 'confirm' },
    `POST /collectives/${id}/membership/sightings`,
    {
      stale: ['directory'],
      failed: ['directory'],
    },
  ),
  mutation(
    'refreshFleet',
    refreshFleetMutation,
    { entityIds: [id], collectiveId: null, resources: ['locations'], only: 'all' },
    'POST /fleet/refresh',
    {
      stale: ['fleet status', 'fleet failures'],
      failed: ['fleet status', 'fleet failures'],
    },
  ),
  mutation(
    'startCheck',
    (to) => startCheckMutation(to, id),
    undefined,
    `POST /batches/${id}/resolutions`,
    { stale: ['batch'] },
  ),
  mutation(
    'closeOutcome',
    (to) => closeOutcomeMutation(to, id),
    { verdict: 'landed', reason: 'Seen' },
    `POST /batches/${id}/closing`,
    {
      stale: BATCHES,
    },
  ),
  mutation(
    'changePassword',
    () => changePasswordMutation,
    { current: 'a', next: password },
    'POST /auth/password',
  ),
  mutation('signOut', signOutMutation, undefined, 'POST /auth/sign-out', { written: ALL_NAMES }),
  mutation(
    'startSweep',
    (to) => startSweepMutation(to, id),
    { id, reason: null, only: null },
    `POST /batches/${id}/sweeps`,
    {
      stale: ['sweeps'],
    },
  ),
  mutation(
    'changeSweep',
    (to) => changeSweepMutation(to, { id: uuid(7), dispatchId: id }),
    'stop',
    `POST /sweeps/${uuid(7)}/stop`,
    {
      stale: ['sweeps'],
      failed: ['sweeps'],
    },
  ),
  mutation(
    'changeSweep',
    (to) => changeSweepMutation(to, { id: uuid(7), dispatchId: id }),
    'resume',
    `POST /sweeps/${uuid(7)}/resume`,
    {
      stale: ['sweeps'],
      failed: ['sweeps'],
    },
  ),
  mutation(
    'cancelCommand',
    (to) => cancelCommandMutation(to, null),
    command,
    `PATCH /v1/entities/${id}/commands/${uuid(7)}`,
    {
      stale: ['commands'],
      failed: ['commands'],
    },
  ),
  mutation(
    'cancelCommand',
    (to) => cancelCommandMutation(to, id),
    command,
    `PATCH /v1/entities/${id}/commands/${uuid(7)}`,
    {
      stale: ['commands', 'batch', 'batch extras'],
      failed: ['commands', 'batch', 'batch extras'],
    },
  ),
  mutation('addTemplate', addTemplateMutation, template, 'POST /templates', {
    stale: ['templates'],
  }),
  mutation('deleteTemplate', deleteTemplateMutation, id, `DELETE /templates/${id}`, {
    stale: ['templates'],
  }),
];

testMutations(
  CASES,
  import.meta.glob<object>(['./*.ts', '!./*.test.ts', '!./bulk.ts', '!./report*.ts'], {
    eager: true,
  }),
  ['checkReceipt', 'file'],
);
