import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { ALL_NAMES, effectsOf, type Options, type SampleName } from '../testing/cache-sample.ts';
import { reportRun } from '../testing/report-samples.ts';
import { uuid } from '../testing/samples.ts';
import { checkAuditMutation, csvMutation, reanchorAuditMutation } from './audit.ts';
import { refreshBatchMutation } from './batches.ts';
import { setCapacityMutation } from './battery-capacity.ts';
import { changeBulkMutation, startBulkMutation } from './bulk.ts';
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
import {
  deleteDefinitionMutation,
  deleteTariffMutation,
  saveDefinitionMutation,
  saveTariffMutation,
  startReportMutation,
} from './report-definitions.ts';
import { reportFileMutation } from './report-files.ts';
import {
  changeReportMutation,
  deleteReportMutation,
  relateReportMutation,
  retryReportMutation,
  sealReportMutation,
} from './reports.ts';
import { closeOutcomeMutation, startCheckMutation } from './resolutions.ts';
import {
  changePasswordMutation,
  demoSignInMutation,
  firstAdministratorMutation,
  passwordSignInMutation,
  resetPasswordMutation,
  signOutMutation,
} from './session.ts';
import { cancelCommandMutation, changeSweepMutation, startSweepMutation } from './sweeps.ts';
import { addTemplateMutation, deleteTemplateMutation } from './templates.ts';

interface Effects {
  /** Stale once it was done. */
  stale?: readonly SampleName[];
  /** Written or removed once it was done. */
  written?: readonly string[];
  /** Stale after a failure that leaves open whether it was done. */
  failed?: readonly SampleName[];
  /** Matters only to a mutation that writes it. */
  answer?: unknown;
}

interface Case {
  factory: string;
  expected: Awaited<ReturnType<typeof effectsOf>>;
  run: () => ReturnType<typeof effectsOf>;
}

/** All that is not named in the effects must be neither stale nor written. */
function mutation<Answer, Given>(
  factory: string,
  make: (client: QueryClient) => Options<Answer, Given>,
  given: Given,
  request: string,
  { stale = [], written = [], failed = [], answer = null }: Effects = {},
): Case {
  return {
    factory,
    expected: {
      request,
      done: { stale: stale.toSorted(), written: written.toSorted() },
      failed: { stale: failed.toSorted(), written: [] },
    },
    run: () => effectsOf(make, given, answer),
  };
}

const id = uuid(1);
const run = reportRun({ id });
const another = reportRun({ id: uuid(2) });
const BATCHES: SampleName[] = ['batch lists', 'batch', 'batch 2', 'batch extras', 'batch extras 2'];
const nothing = () => undefined;
const role = 'operator';
const name = 'ada';
const password = 'correct horse';
const command = { entityId: id, commandId: uuid(7) };
const csv = () =>
  Promise.resolve({
    name: 'a.csv',
    text: '',
    record: { what: 'places', id: null, rows: 1 } as const,
  });
const tariff = { name: 'Night', currency: 'CHF', zone: 'UTC', validities: [] };
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
const bulk = {
  id,
  reason: null,
  chosenBy: 'ids',
  from: null,
  change: { kind: 'offboarding' as const },
  items: [],
};
const feature = { kind: 'feature' as const, feature: 'X', enabled: true };
const capacity = { kind: 'capacity' as const };
const conflict = { kind: 'entity', id, field: 'name', theirs: 'x', keep: 'ours' } as const;
const ofDirectory = { stale: ['directory'] } satisfies Effects;
const ofOverview = { stale: ['overview'], failed: ['overview'] } satisfies Effects;
const signsIn = { written: ALL_NAMES, answer: { operator: null } } satisfies Effects;

const CASES: readonly Case[] = [
  mutation('startBulk', startBulkMutation, bulk, 'POST /bulk', { stale: ['bulk runs'] }),
  mutation('startBulk', startBulkMutation, { ...bulk, change: feature }, 'POST /bulk', {
    stale: ['bulk runs', 'features', 'features 2'],
  }),
  mutation('startBulk', startBulkMutation, { ...bulk, change: capacity }, 'POST /bulk', {
    stale: ['bulk runs', 'capacity', 'capacity 2'],
  }),
  mutation('changeBulk', (to) => changeBulkMutation(to, id), 'stop', `POST /bulk/${id}/stop`, {
    stale: ['bulk runs', 'features', 'features 2'],
    written: ['bulk run'],
    answer: { run: { change: feature } },
  }),
  mutation('changeBulk', (to) => changeBulkMutation(to, id), 'resume', `POST /bulk/${id}/resume`, {
    stale: ['bulk runs', 'capacity', 'capacity 2'],
    written: ['bulk run'],
    answer: { run: { change: capacity } },
  }),
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
    'saveDefinition',
    saveDefinitionMutation,
    { id, name, definition: run.definition },
    'POST /reports/definitions',
    {
      stale: ['definitions'],
    },
  ),
  mutation('deleteDefinition', deleteDefinitionMutation, id, `DELETE /reports/definitions/${id}`, {
    stale: ['definitions'],
  }),
  mutation(
    'startReport',
    startReportMutation,
    { definition: run.definition, saved: null },
    'POST /reports/runs',
    {
      stale: ['report lists'],
      written: ['report run'],
      answer: run,
    },
  ),
  mutation('saveTariff', saveTariffMutation, { id, content: tariff }, 'POST /reports/tariffs', {
    stale: ['tariffs'],
  }),
  mutation('deleteTariff', deleteTariffMutation, id, `DELETE /reports/tariffs/${id}`, {
    stale: ['tariffs'],
  }),
  mutation(
    'reportFile',
    () => reportFileMutation(id, nothing, nothing),
    { format: 'csv', by: null },
    `GET /reports/runs/${id}/export/csv`,
  ),
  mutation(
    'changeReport',
    (to) => changeReportMutation(to, id),
    'stopped',
    `POST /reports/runs/${id}/state`,
    {
      stale: ['report lists'],
      written: ['report run'],
      answer: run,
    },
  ),
  mutation(
    'sealReport',
    (to) => sealReportMutation(to, id),
    undefined,
    `POST /reports/runs/${id}/seal`,
    {
      stale: ['report lists'],
      written: ['report run'],
      answer: run,
    },
  ),
  mutation(
    'relateReport',
    (to) => relateReportMutation(to, id),
    'again',
    `POST /reports/runs/${id}/related`,
    {
      stale: ['report lists'],
      written: ['report run 2'],
      answer: another,
    },
  ),
  mutation(
    'retryReport',
    (to) => retryReportMutation(to, id),
    null,
    `POST /reports/runs/${id}/retry`,
    {
      stale: ['report run', 'report results'],
    },
  ),
  mutation('deleteReport', deleteReportMutation, id, `DELETE /reports/runs/${id}`, {
    stale: ['report lists'],
  }),
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
  mutation('demoSignIn', demoSignInMutation, role, 'POST /auth/demo', signsIn),
  mutation(
    'passwordSignIn',
    passwordSignInMutation,
    { name, password },
    'POST /auth/sign-in',
    signsIn,
  ),
  mutation(
    'firstAdministrator',
    firstAdministratorMutation,
    { code: 'a', name, password },
    'POST /auth/setup',
    signsIn,
  ),
  mutation(
    'resetPassword',
    resetPasswordMutation,
    { code: 'a', name, password },
    'POST /auth/reset',
    signsIn,
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

/** They change nothing at the server, and no cache. */
const READS = ['checkReceipt', 'file', 'groupsForPrint'];

describe('a mutation asks once, and marks as stale or writes exactly what it changes', () => {
  test.each(CASES)('$factory: $expected.request', async ({ run: effects, expected }) => {
    expect(await effects()).toEqual(expected);
  });

  test('every mutation of this folder is among them', () => {
    const modules = import.meta.glob<object>(['./*.ts', '!./*.test.ts'], { eager: true });
    const factories = Object.values(modules)
      .flatMap((exported) => Object.keys(exported))
      .flatMap((each) => /^(\w+)Mutation$/.exec(each)?.[1] ?? [])
      .toSorted();
    const checked = new Set([...CASES.map(({ factory }) => factory), ...READS]);
    expect(factories).toEqual([...checked].toSorted());
  });
});
