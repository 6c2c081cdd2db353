import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { Grant } from '../../../contract/console/access.ts';
import type { ApprovalRule } from '../../../contract/console/approval.ts';
import { ROLES, type Role } from '../../../contract/console/session.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import {
  EVERY_COMMAND,
  permits,
  permissionWords,
  type Rights,
  dispatchWords,
} from '../../../domain/permissions.ts';
import { useCollectiveNames, useCollectiveWords } from '../../api/collective-names.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';

interface RightsFieldsProps {
  /** Whether the identity provider gives the role. */
  roleIsGiven?: boolean;
  role: Role;
  grants: readonly Grant[];
  onRole: (role: Role) => void;
  onGrants: (grants: Grant[]) => void;
}

/** The role of an operator, and which Commands they may send where. */
export function RightsFields(props: RightsFieldsProps) {
  const { roleIsGiven = false, role, grants, onRole, onGrants } = props;
  const change = (at: number, to: Partial<Grant>) =>
    onGrants(grants.map((grant, index) => (index === at ? { ...grant, ...to } : grant)));
  return (
    <>
      <TextField
        select
        label="Role"
        value={role}
        disabled={roleIsGiven}
        helperText={roleIsGiven && 'The identity provider gives the role, at each sign-in.'}
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
      <CommandScopeFields scope={grant} onChange={onChange} />
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

/** What an operator may do and may not, as the server decides it. */
export function EffectiveRights({ role, grants }: Rights) {
  const words = useGrantWords();
  const all = permissionWords(role);
  const listed = (allowed: boolean) =>
    all.filter((each) => each.allowed === allowed).map(({ may }) => may);
  const [may, mayNot] = [listed(true), listed(false)];
  return (
    <Section title="Rights">
      <FactList label="Rights">
        <Fact name="Role">{role}</Fact>
        <Fact name="May send">
          <Lines texts={words({ role, grants })} />
        </Fact>
        <Fact name="May also">
          <Lines texts={[may.join('; ')]} />
        </Fact>
        {mayNot.length > 0 && (
          <Fact name="May not">
            <Lines texts={[mayNot.join('; ')]} />
          </Fact>
        )}
      </FactList>
    </Section>
  );
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {texts.map((text) => (
        <Typography key={text} component="li" variant="body2">
          {text}
        </Typography>
      ))}
    </Box>
  );
}

/** Says what somebody may dispatch, with the names of Collectives. */
export function useGrantWords(): (rights: Rights) => string[] {
  const words = useCollectiveWords();
  return (rights) => dispatchWords(rights, words);
}
