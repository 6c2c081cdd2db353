import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { shortId } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { CheckList } from '../../components/check-list.tsx';
import { Read } from '../../components/read.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { PastedIds, type PastedIdsProps } from './pasted-ids.tsx';

/** Chooses Entities by their ids, pasted or ticked among those of a Collective. */
export function ChooseEntities(props: PastedIdsProps) {
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const [collectiveId, setCollectiveId] = useState<string>();
  return (
    <>
      <PastedIds {...props} />
      <FormControl
        component="fieldset"
        sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5, gap: 1 }}
      >
        <FormLabel component="legend">Or choose them</FormLabel>
        <SelectField
          label="Collective"
          any="Choose one"
          value={collectiveId}
          options={(collectives.data?.collectives ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          onChange={setCollectiveId}
        />
        {collectives.error !== null && (
          <Typography variant="body2" role="alert">
            The Collectives could not be read: {errorText(collectives.error).title}
          </Typography>
        )}
        {collectiveId !== undefined && (
          <EntitiesOf key={collectiveId} collectiveId={collectiveId} {...props} />
        )}
      </FormControl>
    </>
  );
}

function EntitiesOf({ collectiveId, text, onText }: PastedIdsProps & { collectiveId: string }) {
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
