import { mutation, testMutations } from '../testing/mutation-cases.ts';
import { reportRun } from '../testing/report-samples.ts';
import { uuid } from '../testing/samples.ts';
import { changeBulkMutation, startBulkMutation } from './bulk.ts';
import {
  deleteDefinitionMutation,
  deleteTariffMutation,
  draftReportMutation,
  saveDefinitionMutation,
  saveTariffMutation,
  startReportMutation,
} from './report-definitions.ts';
import { reportFileMutation } from './report-files.ts';
import {
  changeReportMutation,
  deleteReportMutation,
  exploreReportMutation,
  relateReportMutation,
  retryReportMutation,
  sealReportMutation,
} from './report-runs.ts';

const id = uuid(1);
const nothing = () => undefined;
const run = reportRun({ id });
const another = reportRun({ id: uuid(2) });
const name = 'ada';
const tariff = { name: 'Night', currency: 'CHF', zone: 'UTC', validities: [] };
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

const CASES = [
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
  mutation(
    'draftReport',
    draftReportMutation,
    { definition: run.definition, replaces: null },
    'POST /reports/drafts',
    { written: ['report run'], answer: run },
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
    uuid(3),
    `POST /reports/runs/${id}/seal`,
    {
      stale: ['report lists'],
      written: ['report run'],
      answer: run,
    },
  ),
  mutation(
    'exploreReport',
    (to) => exploreReportMutation(to, id),
    { period: { kind: 'preset', preset: 'last-month' }, tariff: null },
    `POST /reports/runs/${id}/explore`,
    {
      stale: ['report lists'],
      written: ['report run 2'],
      answer: another,
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
  mutation(
    'deleteReport',
    deleteReportMutation,
    { id, reason: null },
    `DELETE /reports/runs/${id}`,
    { stale: ['report lists'] },
  ),
];

testMutations(
  CASES,
  import.meta.glob<object>(['./bulk.ts', './report*.ts', '!./*.test.ts'], { eager: true }),
  ['groupsForPrint'],
);
