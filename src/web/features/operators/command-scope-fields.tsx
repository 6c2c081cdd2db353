import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { ApprovalRule } from '../../../contract/console/approval.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { useCollectiveNames, useCollectiveWords } from '../../api/collective-names.ts';

const EVERY = 'every';

interface CommandScopeFieldsProps {
  scope: ApprovalRule;
  onChange: (change: Partial<ApprovalRule>) => void;
}

/** Which Commands, and in which Collective: one of each, or every. */
export function CommandScopeFields({
  scope: { type, collectiveId },
  onChange,
}: CommandScopeFieldsProps) {
  const names = useCollectiveNames();
  const nameOf = useCollectiveWords();
  return (
    <>
      <TextField
        select
        label="Command"
        value={type ?? EVERY}
        onChange={({ target }) =>
          onChange({ type: COMMAND_TYPES.find((each) => each === target.value) ?? null })
        }
      >
        <MenuItem value={EVERY}>every type</MenuItem>
        {COMMAND_TYPES.map((each) => (
          <MenuItem key={each} value={each}>
            {commandLabel(each)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label="Collective"
        value={collectiveId ?? EVERY}
        onChange={({ target }) =>
          onChange({ collectiveId: target.value === EVERY ? null : target.value })
        }
      >
        <MenuItem value={EVERY}>every Collective</MenuItem>
        {collectiveId !== null && !names.has(collectiveId) && (
          <MenuItem value={collectiveId}>{nameOf(collectiveId)}</MenuItem>
        )}
        {[...names].map(([id, name]) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
