import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import type { Role } from '../../../contract/console/session.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLAT_TARIFF, HOURS_TARIFF } from '../../testing/report-samples.ts';
import { Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { draftOf, emptyDraft, type TariffDraft } from './tariff-draft.ts';
import { TariffEditor } from './tariff-editor.tsx';

function editor(start: TariffDraft, newest: SavedTariff | null, role: Role = 'approver') {
  return (
    <Seeded seeds={[signedInAs(role)]}>
      <TariffEditor
        edited="new"
        start={start}
        kept={false}
        newest={newest}
        onSaved={() => {}}
        onClose={() => {}}
      />
    </Seeded>
  );
}

const HOURS = draftOf(HOURS_TARIFF);
const INVALID: TariffDraft = {
  ...HOURS,
  version: null,
  currency: 'francs',
  validities: HOURS.validities.map((validity) => ({
    ...validity,
    validTo: '',
    rate: { ...validity.rate, otherwise: 'much' },
  })),
};
const SAVE = ['Save the tariff'];

export const stories: Stories = {
  title: 'Editor of a tariff',
  states: {
    empty: () => editor(emptyDraft('Europe/Zurich', '2026-03-02'), null),
    'by register and by time of use, unchanged': () => editor(HOURS, HOURS_TARIFF),
    'saved by another operator meanwhile': () =>
      editor({ ...draftOf(FLAT_TARIFF), version: 1 }, FLAT_TARIFF),
    'with problems': () => <Pressed names={SAVE}>{editor(INVALID, null)}</Pressed>,
    'a viewer may not save': () => editor(HOURS, HOURS_TARIFF, 'viewer'),
  },
};
