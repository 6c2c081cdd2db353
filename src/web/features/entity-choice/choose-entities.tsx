import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { CheckList } from '../../components/check-list.tsx';
import { Read } from '../../components/read.tsx';
import { TextInput } from '../../components/text-input.tsx';

interface ChooseEntitiesProps {
  /** As typed; `readIds` reads it. */
  text: string;
  onText: (text: string) => void;
  /** How many can be chosen. */
  max: number;
  /** Why the choice is not accepted, or null; texts that are not ids are named without it. */
  error: string | null;
}

/** Ids of Entities, pasted with any separator. */
function PastedIds({ text, onText, max, error }: ChooseEntitiesProps) {
  const { ids, wrong, repeated } = readIds(text);
  return (
    <div>
      <TextInput
        multiline
        label="Ids of the Entities"
        value={text}
        autoComplete="off"
        spellCheck={false}
        error={wrong.length === 0 ? error : wrongLabel(wrong)}
        helper={`Paste one id or many, separated by spaces, commas or lines; at most ${formatNumber(max)}.`}
        onChange={(event) => onText(event.target.value)}
      />
      {ids.length > 0 && (
        <Typography variant="body2">
          {formatCount(ids.length, 'Entity', 'Entities')}
          {repeated > 0 && `, ${formatNumber(repeated)} repeated and taken once`}.
        </Typography>
      )}
    </div>
  );
}

function wrongLabel(wrong: readonly string[]): string {
  const named = wrong.slice(0, 3).join(', ');
  return `${formatCount(wrong.length, 'text is not an id', 'texts are not ids')}: ${named}${wrong.length > 3 ? ' …' : ''}`;
}

/** Chooses Entities by their ids, pasted or ticked among those of a Collective. */
export function ChooseEntities(props: ChooseEntitiesProps) {
  const id = useId();
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const [collectiveId, setCollectiveId] = useState('');
  return (
    <>
      <PastedIds {...props} />
      <FormControl
        component="fieldset"
        sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5, gap: 1 }}
      >
        <FormLabel component="legend">Or choose them</FormLabel>
        <FormControl sx={{ alignSelf: 'start', maxWidth: '100%' }}>
          <FormLabel htmlFor={id}>Collective</FormLabel>
          <Select
            native
            value={collectiveId}
            onChange={(event) => setCollectiveId(event.target.value)}
            inputProps={{ id }}
          >
            <option value="">Choose one</option>
            {(collectives.data?.collectives ?? []).map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </Select>
        </FormControl>
        {collectives.error !== null && (
          <Typography variant="body2" role="alert">
            The Collectives could not be read: {errorText(collectives.error).title}
          </Typography>
        )}
        {collectiveId !== '' && (
          <EntitiesOf key={collectiveId} collectiveId={collectiveId} {...props} />
        )}
      </FormControl>
    </>
  );
}

function EntitiesOf({
  collectiveId,
  text,
  onText,
}: ChooseEntitiesProps & { collectiveId: string }) {
  const collective = useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
  return (
    <Read query={collective} what="its Entities" rows={3}>
      {({ entities }) => (
        <CheckList
          legend="Entities to choose"
          find="Filter by name"
          none="It has no Entities."
          options={entities.map(({ id, name }) => ({ value: id, label: name ?? shortId(id) }))}
          chosen={readIds(text).ids}
          onChange={(ids) => onText(ids.join('\n'))}
        />
      )}
    </Read>
  );
}
