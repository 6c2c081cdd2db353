import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { askToNotify } from '../../components/ask-to-notify.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';

/** Toggles browser notifications of ended batches. Off by default. */
export function NotifySetting() {
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
