import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { OPERATOR_ROUTES } from '../../../contract/console/operators.ts';
import { SESSION_ROUTES } from '../../../contract/console/session-routes.ts';
import { PasswordChange } from '../../../contract/console/session.ts';
import { query, mutation } from '../../api/query.ts';
import { useHasPassword, useOperator } from '../../api/session.ts';
import { askToNotify } from '../../components/ask-to-notify.ts';
import { cardStyle } from '../../components/card.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { browserZone, setPreferences, usePreferences } from '../../theme/preferences.ts';
import { EffectiveRights } from '../operators/rights-fields.tsx';
import { SessionsSection } from '../operators/sessions-section.tsx';
import { TokensSection } from '../operators/tokens-section.tsx';

const SCHEMES = ['system', 'light', 'dark'] as const;

interface SettingProps {
  name: string;
  /** What the setting changes. */
  note: string;
  children: ReactNode;
}

function Setting({ name, note, children }: SettingProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        p: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 280px' }}>
        <Typography variant="h2" sx={{ fontSize: '0.875rem' }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      </Box>
      <div>{children}</div>
    </Box>
  );
}

/** The operator's settings for this browser, and their password, rights, sessions and tokens. */
export function PreferencesPage() {
  const { mode = 'system', setMode } = useColorScheme();
  const { zone } = usePreferences();
  const hasPassword = useHasPassword();
  return (
    <>
      <PageHeader title="My account" documentTitle="My account · Settings">
        {useOperator()?.name}
      </PageHeader>
      <Box sx={{ ...cardStyle, maxWidth: 720 }}>
        <Setting
          name="Colors"
          note="Light, dark, or as set on this computer; kept in this browser."
        >
          <ChoiceChips
            label="Colors"
            choices={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={mode}
            onChange={(value) => setMode(SCHEMES.find((each) => each === value) ?? 'system')}
            required
          />
        </Setting>
        <Setting name="Time zone" note="For times shown and entered; kept in this browser.">
          <ChoiceChips
            label="Time zone"
            choices={[
              { value: 'browser', label: `This browser: ${browserZone()}` },
              { value: 'utc', label: 'UTC' },
            ]}
            value={zone}
            onChange={(value) => setPreferences({ zone: value === 'utc' ? 'utc' : 'browser' })}
            required
          />
        </Setting>
        <Setting
          name="Notifications"
          note="When a batch has ended while this console is not in view."
        >
          <NotifySetting />
        </Setting>
        {hasPassword && (
          <Setting name="Password" note="Only yours; your other sessions end.">
            <PasswordSetting />
          </Setting>
        )}
      </Box>
      <OwnAccount />
    </>
  );
}

/** Toggles browser notifications of ended batches. Off by default. */
function NotifySetting() {
  const { notify } = usePreferences();
  const [refusal, setRefusal] = useState<string | null>(null);
  async function ask(): Promise<void> {
    const answer = await askToNotify();
    setRefusal(answer);
    setPreferences({ notify: answer === null });
  }
  return (
    <>
      <ChoiceChips
        label="Notifications"
        choices={[
          { value: 'off', label: 'Off' },
          { value: 'on', label: 'On' },
        ]}
        value={notify ? 'on' : 'off'}
        onChange={(value) => {
          if (value === 'on') void ask();
          else setPreferences({ notify: false });
        }}
        required
      />
      {refusal !== null && !notify && (
        <Typography role="alert" variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {refusal}
        </Typography>
      )}
    </>
  );
}

/** Changes the operator's own password. */
function PasswordSetting() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        Change password
      </Button>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** One's own rights, sessions and API tokens. */
function OwnAccount() {
  const id = useOperator()?.id;
  const read = useQuery(
    query(OPERATOR_ROUTES.operator, id === undefined ? null : { params: { id } }),
  );
  return (
    <Read query={read} what="your account" rows={6}>
      {(operator) => (
        <>
          <EffectiveRights role={operator.role} grants={operator.grants} />
          <SessionsSection operator={operator} />
          <TokensSection operator={operator} isOwn />
        </>
      )}
    </Read>
  );
}

/** Lets an operator change their own password. */
function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useMutation(mutation(SESSION_ROUTES.changePassword));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { current: '', next: '' },
  });
  return (
    <FormDialog
      title="Change password"
      act="Change password"
      working="Changing"
      keep="Keep the password"
      sending={change}
      failed="The password was not changed"
      done={
        change.isSuccess
          ? 'The password was changed. All your other sessions have ended; this one continues.'
          : null
      }
      onSubmit={handleSubmit((body) => change.mutate({ body }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="current"
        label="Current password"
        type="password"
        autoComplete="current-password"
        wrong="Enter your current password."
      />
      <FormText
        control={control}
        name="next"
        label="New password"
        type="password"
        autoComplete="new-password"
        helper="At least 8 characters; 15 or more are better."
        wrong="Enter at least 8 characters."
      />
    </FormDialog>
  );
}
