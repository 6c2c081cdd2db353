import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { OneTimeLink } from '../../../contract/console/operators.ts';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

interface LinkDialogProps {
  /** The operator's name. */
  name: string;
  link: OneTimeLink;
  onClose: () => void;
}

/** Shows a link once, for who passes it on. */
export function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  return (
    <PlainDialog title={`The link for ${name}`} onClose={onClose}>
      <Typography variant="body2">
        Pass it on to {name} yourself: no e-mail is sent. It works once, until{' '}
        <DateTimeText instant={link.expiresAt} />, and is shown only now. {name} chooses a password
        with it
        {link.purpose === 'invitation' ? '.' : ', and all sessions of theirs end.'}
      </Typography>
      <Secret label="Link" value={`${window.location.origin}/set-password#${link.code}`} />
    </PlainDialog>
  );
}

/** A text to be copied, which is shown once. */
export function Secret({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <TextInput
      label={label}
      readOnly
      value={value}
      helper={copied ? 'Copied.' : undefined}
      onFocus={(event) => event.target.select()}
      end={
        <Button
          color="inherit"
          onClick={() => {
            void navigator.clipboard.writeText(value).then(() => setCopied(true));
          }}
        >
          Copy
        </Button>
      }
    />
  );
}
