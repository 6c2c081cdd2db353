import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Grant } from '../../../contract/console/access.ts';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { ROLES, type Role } from '../../../contract/console/session.ts';
import { EVERY_COMMAND, permits } from '../../../domain/permissions.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';

interface RightsFieldsProps {
  role: Role;
  grants: readonly Grant[];
  onRole: (role: Role) => void;
  onGrants: (grants: Grant[]) => void;
}

const EVERY = 'every';

/** The role of an operator, and which Commands they may send where. */
export function RightsFields({ role, grants, onRole, onGrants }: RightsFieldsProps) {
  const change = (at: number, to: Partial<Grant>) =>
    onGrants(grants.map((grant, index) => (index === at ? { ...grant, ...to } : grant)));
  return (
    <>
      <TextField
        select
        label="Role"
        value={role}
        onChange={({ target }) => onRole(ROLES.find((each) => each === target.value) ?? role)}
      >
        {ROLES.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </TextField>
      {role === 'administrator' && (
        <Typography variant="body2" color="textSecondary">
          An administrator may send every Command everywhere.
        </Typography>
      )}
      {role !== 'administrator' && permits(role, 'dispatch') && (
        <Box
          component="fieldset"
          sx={{ display: 'grid', gap: 1, border: 0, m: 0, p: 0, minWidth: 0 }}
        >
          <FormLabel component="legend">May send</FormLabel>
          {grants.length === 0 && <Typography variant="body2">No Commands at all.</Typography>}
          {grants.map((grant, at) => (
            <GrantRow
              key={at}
              grant={grant}
              onChange={(changed) => change(at, changed)}
              onRemove={() => onGrants(grants.filter((_, index) => index !== at))}
            />
          ))}
          <Button
            color="inherit"
            sx={{ justifySelf: 'start' }}
            onClick={() => onGrants([...grants, { ...EVERY_COMMAND, ignoreCooldown: false }])}
          >
            Add Commands
          </Button>
        </Box>
      )}
    </>
  );
}

interface GrantRowProps {
  grant: Grant;
  onChange: (change: Partial<Grant>) => void;
  onRemove: () => void;
}

function GrantRow({ grant, onChange, onRemove }: GrantRowProps) {
  const names = useCollectiveNames();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        gap: 1,
        alignItems: 'center',
        borderTop: 1,
        borderColor: 'divider',
        pt: 2,
      }}
    >
      <TextField
        select
        label="Command"
        value={grant.type ?? EVERY}
        onChange={({ target }) =>
          onChange({ type: COMMAND_TYPES.find((type) => type === target.value) ?? null })
        }
      >
        <MenuItem value={EVERY}>every type</MenuItem>
        {COMMAND_TYPES.map((type) => (
          <MenuItem key={type} value={type}>
            {commandLabel(type)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label="Collective"
        value={grant.collectiveId ?? EVERY}
        onChange={({ target }) =>
          onChange({ collectiveId: target.value === EVERY ? null : target.value })
        }
      >
        <MenuItem value={EVERY}>every Collective</MenuItem>
        {grant.collectiveId !== null && !names.has(grant.collectiveId) && (
          <MenuItem value={grant.collectiveId}>{grant.collectiveId}</MenuItem>
        )}
        {[...names].map(([id, name]) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        label="Cooldowns may be ignored"
        control={
          <Checkbox
            checked={grant.ignoreCooldown}
            onChange={(_event, ignoreCooldown) => onChange({ ignoreCooldown })}
          />
        }
      />
      <Button color="inherit" onClick={onRemove} sx={{ justifySelf: { sm: 'end' } }}>
        Remove
      </Button>
    </Box>
  );
}
