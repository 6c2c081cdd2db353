import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useHasPassword } from '../../api/session.ts';
import { cardStyle } from '../../components/card-style.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { browserZone, setPreferences, usePreferences } from '../../theme/preferences.ts';
import { NotifySetting } from './notify-setting.tsx';
import { PasswordSetting } from './password-setting.tsx';

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

/** The operator's settings for this browser, and their password. */
export function PreferencesPage() {
  const { mode = 'system', setMode } = useColorScheme();
  const { zone } = usePreferences();
  const hasPassword = useHasPassword();
  return (
    <>
      <PageHeader title="Preferences" documentTitle="Preferences · Settings">
        Kept in this browser
      </PageHeader>
      <Box sx={{ ...cardStyle, maxWidth: 720 }}>
        <Setting name="Colors" note="Light, dark, or as set on this computer.">
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
        <Setting name="Time zone" note="For times shown and entered.">
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
    </>
  );
}
