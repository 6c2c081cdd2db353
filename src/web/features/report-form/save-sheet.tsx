import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { TextInput } from '../../components/text-input.tsx';
import type { Define } from './use-define.ts';

const NAME_MAX = 100;

/** Why the definition cannot be saved, or null. */
function saveProblemOf(define: Define, denial: string | null): string | null {
  const { read, definitions, leftOut, name, base, same } = define;
  if (denial !== null) return denial;
  if (definitions.data === undefined) {
    return definitions.error === null
      ? 'The saved definitions are being read.'
      : 'The saved definitions could not be read.';
  }
  if (leftOut > 0) return 'Ids that the link leaves out are missing.';
  if (read.definition === null) return 'The report is not complete yet.';
  if (base !== null && same && name.trim() === base.name) {
    return `Nothing has changed since version ${base.version}.`;
  }
  return name.trim() === '' ? 'Enter a name.' : null;
}

interface SaveSheetProps {
  define: Define;
  /** Number of pasted ids that do not fit into the address. */
  leftOut: number;
  onClose: () => void;
}

/** Saves the definition for all operators, new or as a new version, and explains how to share it. */
export function SaveSheet({ define, leftOut, onClose }: SaveSheetProps) {
  const permission = usePermission('run-reports');
  const [message, setMessage] = useState('');
  const { base, name, newId, read } = define;
  const saving = useMutation(mutation(REPORT_ROUTES.saveReportDefinition));
  const problem = saveProblemOf(define, permission.reason);
  function save(): void {
    setMessage('');
    if (read.definition === null) return;
    saving.mutate(
      { body: { id: base?.id ?? newId, name: name.trim(), definition: read.definition } },
      {
        onSuccess: (saved) => {
          define.settle(saved.id);
          setMessage(`“${saved.name}” is saved as version ${saved.version}.`);
        },
      },
    );
  }
  return (
    <SideSheet title="Save and share" onClose={saving.isPending ? undefined : onClose}>
      <Typography variant="body2" color="textSecondary">
        {leftOut === 0
          ? 'To share this report, send the address of this page.'
          : 'The address of this page cannot hold all ids: save the definition to share it.'}
      </Typography>
      <TextInput
        label="Name"
        value={name}
        error={null}
        maxLength={NAME_MAX}
        autoComplete="off"
        helper={
          base === null
            ? 'Saved definitions are available to all operators.'
            : `Saved as “${base.name}”, version ${base.version}, by ${base.savedBy}.`
        }
        onChange={(event) => define.rename(event.target.value)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ActButton denial={problem} disabled={saving.isPending} onClick={save}>
          {base === null ? 'Save the definition' : `Save as version ${base.version + 1}`}
        </ActButton>
      </Box>
      <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{message}</Live>
      {saving.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(saving.error)
              ? 'It is not known whether the definition was saved'
              : 'The definition was not saved'
          }
          error={saving.error}
        >
          <Typography variant="body2">
            Your input is kept. Saving again is safe: the same content does not create a second
            version.
          </Typography>
        </ErrorPanel>
      )}
    </SideSheet>
  );
}
