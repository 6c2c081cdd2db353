import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import {
  firstForm,
  formOf,
  readForm,
  type DefinitionForm,
} from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { scopeLabel } from '../../../domain/reports/report-labels.ts';
import { capital } from '../../../lib/sentence.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, COLLECTIVES, FACETS } from '../../testing/fleet-samples.ts';
import { FLAT_TARIFF, HOURS_TARIFF, SAVED_DEFINITION } from '../../testing/report-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { DefinePage } from './define-page.tsx';
import type { DefineSearch } from './define-search.ts';

const away = problem('store_unavailable', 503);
const DEFINITIONS = query(REPORT_ROUTES.reportDefinitions);
const TARIFFS = query(REPORT_ROUTES.tariffs);
const collectives = query(DIRECTORY_ROUTES.collectives);
const FILLED = formOf(SAVED_DEFINITION.definition);
const INVALID: DefinitionForm = {
  ...FILLED,
  from: '2026-03-01',
  to: '2026-02-01',
  hugeEnergyKwh: 'much',
  zone: 'Mars/Olympus',
};
function scopeOf(form: DefinitionForm) {
  const { scope } = readForm(form);
  return query(REPORT_ROUTES.reportScope, scope === null ? null : { body: scope });
}
const counted = (form: DefinitionForm, unknown: string[]) =>
  answered(scopeOf(form), { entities: 123, unknown });
const directory = [
  answered(collectives, { collectives: [...COLLECTIVES], asOf: AS_OF }),
  answered(query(ENTITY_LIST_ROUTES.entityFacets), FACETS),
  answered(TARIFFS, { tariffs: [FLAT_TARIFF, HOURS_TARIFF] }),
];
const definitions = answered(DEFINITIONS, { definitions: [SAVED_DEFINITION] });
const linked = (form: DefinitionForm) => ({ d: linkOf(form).text });

function page(search: DefineSearch, role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <DefinePage search={search} onSearch={() => {}} onBegun={() => {}} />
    </Seeded>
  );
}

/** The text of the button that opens the choice of Entities. */
const NAMES = new Map(COLLECTIVES.map(({ id, name }) => [id, name]));
const FILLED_SCOPE = `${capital(scopeLabel(SAVED_DEFINITION.definition.scope, NAMES))} · 123 Entities`;

export const stories: Stories = {
  title: 'Definition of a report',
  states: {
    'a saved definition could not be read': () =>
      page({ saved: SAVED_DEFINITION.id }, 'operator', failed(DEFINITIONS, away)),
    'a new report': () =>
      page({}, 'operator', ...directory, definitions, counted(firstForm(browserZone()), [])),
    'choosing Entities': () =>
      pressed(
        page(linked(FILLED), 'operator', ...directory, definitions, counted(FILLED, [uuid(23)])),
        FILLED_SCOPE,
      ),
    'saving a new version': () =>
      pressed(
        page(
          { saved: SAVED_DEFINITION.id },
          'operator',
          ...directory,
          definitions,
          counted(FILLED, []),
        ),
        'Save and share',
      ),
    'unknown ids, for a viewer': () =>
      page(linked(FILLED), 'viewer', ...directory, definitions, counted(FILLED, [uuid(23)])),
    'with problems': () => page(linked(INVALID), 'operator', ...directory, definitions),
  },
};
