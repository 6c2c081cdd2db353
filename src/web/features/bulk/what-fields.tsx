import Box from '@mui/material/Box';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { readCapacity } from '../../../domain/capacity-value.ts';
import { nameInWords } from '../../../domain/format.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { TextInput } from '../../components/text-input.tsx';
import type { Draft } from './bulk-draft.ts';

interface WhatFieldsProps {
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  /** Whether each row of a file has its own capacity. */
  capacityByRow: boolean;
}

const OTHER = 'other';

/** The change: a feature, or the battery capacity. */
export function WhatFields({ draft, onDraft, capacityByRow }: WhatFieldsProps) {
  const unit = useCapacityUnit();
  const isCapture = draft.feature === CAPTURE_CHARGE_SESSIONS;
  return (
    <Box sx={{ display: 'grid', gap: 1.25, justifyItems: 'start' }}>
      <ChoiceChips
        label="What is changed"
        required
        choices={[
          { value: 'feature', label: 'A feature' },
          { value: 'capacity', label: 'Battery capacity' },
        ]}
        value={draft.kind}
        onChange={(kind) => onDraft({ kind: kind === 'capacity' ? 'capacity' : 'feature' })}
      />
      {draft.kind === 'feature' && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
            <ChoiceChips
              label="Which feature"
              required
              choices={[
                { value: CAPTURE_CHARGE_SESSIONS, label: nameInWords(CAPTURE_CHARGE_SESSIONS) },
                { value: OTHER, label: 'Another one' },
              ]}
              value={isCapture ? CAPTURE_CHARGE_SESSIONS : OTHER}
              onChange={(value) =>
                onDraft({ feature: value === OTHER ? '' : CAPTURE_CHARGE_SESSIONS })
              }
            />
            <ChoiceChips
              label="On or off"
              required
              choices={[
                { value: 'on', label: 'Turn on' },
                { value: 'off', label: 'Turn off' },
              ]}
              value={draft.enabled ? 'on' : 'off'}
              onChange={(value) => onDraft({ enabled: value === 'on' })}
            />
          </Box>
          {!isCapture && (
            <TextInput
              label="Name of the feature"
              error={null}
              helper="As the Service spells it. An Entity that does not have it is left out and named."
              value={draft.feature}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onDraft({ feature: event.target.value })}
            />
          )}
        </>
      )}
      {draft.kind === 'capacity' && !capacityByRow && (
        <TextInput
          label={`New capacity, ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={draft.capacity}
          error={draft.capacity === '' ? null : readCapacity(draft.capacity, unit).problem}
          helper="The same for all. A file can set one for each Entity."
          onChange={(event) => onDraft({ capacity: event.target.value })}
        />
      )}
    </Box>
  );
}
