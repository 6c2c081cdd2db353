import NotificationsNoneIcon from '@mui/icons-material/NotificationsNone';
import NotificationsOffIcon from '@mui/icons-material/NotificationsOffOutlined';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';
import { askToNotify } from './browser-notification.ts';
import { RailButton } from './rail-item.tsx';

/** Switches browser notifications of ended batches. Off by default. */
export function NotifyControl({ collapsed }: { collapsed: boolean }) {
  const { notify } = usePreferences();
  const [refusal, setRefusal] = useState<string | null>(null);
  async function ask(): Promise<void> {
    const answer = await askToNotify();
    setRefusal(answer);
    setPreferences({ notify: answer === null });
  }
  return (
    <>
      <RailButton
        label={`Browser notifications of ended batches: ${notify ? 'on' : 'off'}. Change`}
        text={`Notifications: ${notify ? 'on' : 'off'}`}
        icon={notify ? NotificationsNoneIcon : NotificationsOffIcon}
        collapsed={collapsed}
        onClick={() => {
          if (notify) setPreferences({ notify: false });
          else void ask();
        }}
      />
      {refusal !== null && !notify && (
        <Typography role="alert" variant="caption" sx={{ px: 1.25, color: 'text.secondary' }}>
          {refusal}
        </Typography>
      )}
    </>
  );
}
