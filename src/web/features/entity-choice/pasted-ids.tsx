import Typography from '@mui/material/Typography';
import { memo, useMemo, type ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { TextInput } from '../../components/text-input.tsx';

export interface PastedIdsProps {
  /** As typed; `readIds` reads it. */
  text: string;
  onText: (text: string) => void;
  /** How many can be chosen. */
  max: number;
  /** Why the choice is not accepted; texts that are not ids are named without it. */
  error?: string | null;
  /** Whether texts that are not ids are left out; absent: nothing is accepted with them. */
  leavesOut?: boolean;
  /** What else there is to say of the ids. */
  children?: ReactNode;
}

/** Ids of Entities, pasted with any separator. Rendered again only if they change: there can be thousands. */
export const PastedIds = memo(function PastedIds(props: PastedIdsProps) {
  const { text, onText, max, error = null, leavesOut = false, children } = props;
  const { ids, wrong, repeated } = useMemo(() => readIds(text), [text]);
  return (
    <div>
      <TextInput
        multiline
        label="Ids of the Entities"
        value={text}
        spellCheck={false}
        style={{ maxHeight: 200, overflowY: 'auto' }}
        error={wrong.length === 0 ? error : wrongLabel(wrong, leavesOut)}
        helper={`Paste one id or many, separated by spaces, commas or lines; at most ${formatNumber(max)}.`}
        onChange={(event) => onText(event.target.value)}
      />
      {ids.length > 0 && (
        <Typography variant="body2">
          {formatCount(ids.length, 'Entity', 'Entities')}
          {repeated > 0 && `, ${formatNumber(repeated)} repeated and taken once`}.{children}
        </Typography>
      )}
    </div>
  );
});

function wrongLabel(wrong: readonly string[], isLeftOut: boolean): string {
  const named = wrong.slice(0, 3).join(', ');
  const [one, many] = isLeftOut
    ? ['text is not an id and is left out', 'texts are not ids and are left out']
    : ['text is not an id', 'texts are not ids'];
  return `${formatCount(wrong.length, one, many)}: ${named}${wrong.length > 3 ? ' …' : ''}`;
}
