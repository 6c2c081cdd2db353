import type { FigureSearch } from '../../../contract/console/report-definition.ts';
import type { FigureSums } from '../../../contract/console/report-figures.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { definitionOf } from '../../../domain/reports/definition.ts';
import { periodLabel, scopeLabel } from '../../../domain/reports/report-labels.ts';
import { shownEnergy } from '../../../domain/reports/shown-figures.ts';
import { capital } from '../../../lib/sentence.ts';
import { mutation } from '../../api/query.ts';
import type { Deletion } from '../../components/delete-dialog.tsx';
import { unitLabel } from '../report/group-table.tsx';
import { energiesOf } from '../report/report-totals.tsx';

/** The name of a report, or what it is of. @param names of Collectives by id */
export function reportTitle(
  { name, search }: { name: string | null; search: FigureSearch },
  names: ReadonlyMap<string, string>,
): string {
  return name ?? capital(scopeLabel(definitionOf(search).scope, names));
}

/** The period of an address. */
export const searchPeriod = (search: FigureSearch): string =>
  periodLabel(definitionOf(search).period);

/** The energy of a report in one line, in kWh where its units can be told in it. */
export function energyText(totals: readonly FigureSums[]): string {
  return energiesOf(totals)
    .map(({ unit, energy }) => `${shownEnergy(energy)} ${unitLabel(unit)}`)
    .join(', ');
}

/** How a sealed report is deleted. */
export const SEALED_DELETION: Deletion = {
  what: 'report',
  sending: mutation(CONSOLE_ROUTES.deleteSealed),
  consequence:
    'Its data is deleted for all operators, with its manifest, its figures and its sessions as they were counted. Earlier exports can no longer be verified against it. The sessions at the Service and saved definitions stay.',
  reason: 'The audit log keeps the reason, your name and the hash of the report.',
};
