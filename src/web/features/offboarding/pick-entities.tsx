import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Select from '@mui/material/Select';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { formatCount, shortId } from '../../../domain/format.ts';
import { hasTerms } from '../../../lib/search-terms.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { FilterField } from '../../components/filter-field.tsx';

/** Maximum number of Entities listed; a filter finds the others. */
const LISTED = 100;

interface PickEntitiesProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Chooses known Entities of a Collective. */
export function PickEntities({ chosen, onChange }: PickEntitiesProps) {
  const id = useId();
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const [collectiveId, setCollectiveId] = useState('');
  return (
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
        <EntitiesOf
          key={collectiveId}
          collectiveId={collectiveId}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </FormControl>
  );
}

function EntitiesOf(props: PickEntitiesProps & { collectiveId: string }) {
  const { collectiveId, chosen, onChange } = props;
  const [text, setText] = useState('');
  const { data, error } = useQuery(
    query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }),
  );
  if (data === undefined) {
    return (
      <Typography variant="body2" role={error === null ? 'status' : 'alert'}>
        {error === null
          ? 'Reading its entities…'
          : `Its entities could not be read: ${errorText(error).title}`}
      </Typography>
    );
  }
  const phrase = [text.trim().toLowerCase()];
  const matching = data.entities.filter(({ id, name }) => hasTerms(name ?? '', phrase, id));
  const picked = new Set(chosen);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FilterField label="Filter by name or id" value={text} onChange={setText} />
      <Box
        component="ul"
        aria-label="Entities to choose"
        sx={{ listStyle: 'none', m: 0, p: 0, columnWidth: 220 }}
      >
        {matching.slice(0, LISTED).map(({ id, name }) => (
          <li key={id}>
            <Tooltip title={id}>
              <FormControlLabel
                label={name ?? shortId(id)}
                checked={picked.has(id)}
                onChange={(_event, checked) =>
                  onChange(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
                control={<Checkbox />}
              />
            </Tooltip>
          </li>
        ))}
      </Box>
      {matching.length > LISTED && (
        <Typography variant="body2" color="textSecondary">
          {formatCount(matching.length - LISTED, 'more matches', 'more match')}; use the filter to
          find them.
        </Typography>
      )}
      {matching.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          None matches.
        </Typography>
      )}
    </Box>
  );
}
