import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { shortId } from '../../domain/format.ts';
import { MONO } from '../theme/theme.ts';

const SHOWN_MS = 2000;

interface CopyTextProps {
  /** Text to copy. */
  text: string;
  /** Text to show. */
  label: string;
  /** What it is, for the button's accessible name. */
  what: string;
  mono?: boolean;
}

/** Copies a text on click and shows whether that worked. */
export function CopyText({ text, label, what, mono = false }: CopyTextProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  }

  const Icon = result === 'copied' ? CheckIcon : ContentCopyIcon;
  return (
    <Tooltip title={text}>
      <ButtonBase
        onClick={() => void copy()}
        aria-label={`Copy ${what} ${text}`}
        sx={{
          gap: 0.5,
          px: 0.5,
          mx: -0.5,
          minHeight: 24,
          borderRadius: 0.5,
          fontSize: 'inherit',
          color: 'text.secondary',
          fontFamily: mono ? MONO : 'inherit',
          '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
        }}
      >
        {label}
        <Icon sx={{ fontSize: 14 }} />
        <output>
          {result === 'copied' && 'Copied'}
          {result === 'failed' && 'Copying is not allowed'}
        </output>
      </ButtonBase>
    </Tooltip>
  );
}

/** The short form of an id; hover shows it in full, a click copies it. */
export function CopyId({ id, what }: { id: string; what: string }) {
  return <CopyText text={id} label={shortId(id)} what={what} mono />;
}
