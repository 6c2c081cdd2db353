import Box from '@mui/material/Box';
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
    <Box
      component="fieldset"
      sx={{ border: 0, borderTop: 1, borderColor: 'divider', m: 0, p: 0, pt: 1.5, minWidth: 0 }}
    >
      <Box component="legend" sx={{ p: 0, pr: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
        Or choose them
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <label htmlFor={id}>Collective</label>
        <Box
          component="select"
          id={id}
          value={collectiveId}
          onChange={(event) => setCollectiveId(event.target.value)}
          sx={{
            font: 'inherit',
            color: 'text.primary',
            bgcolor: 'background.paper',
            border: 1,
            borderColor: 'divider',
            borderRadius: 0.75,
            height: 32,
            maxWidth: '100%',
          }}
        >
          <option value="">Choose one</option>
          {(collectives.data?.collectives ?? []).map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Box>
        {collectives.error !== null && (
          <Typography variant="body2" role="alert">
            The Collectives could not be read: {errorText(collectives.error).title}
          </Typography>
        )}
      </Box>
      {collectiveId !== '' && (
        <EntitiesOf
          key={collectiveId}
          collectiveId={collectiveId}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </Box>
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
    <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
      <FilterField label="Filter by name or id" value={text} onChange={setText} />
      <Box
        component="ul"
        aria-label="Entities to choose"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          columnWidth: 220,
          '& label': { display: 'flex', gap: 1, alignItems: 'center', minHeight: 28 },
          '& input': { accentColor: 'var(--mui-palette-primary-main)' },
        }}
      >
        {matching.slice(0, LISTED).map(({ id, name }) => (
          <li key={id}>
            <Tooltip title={id}>
              <label>
                <input
                  type="checkbox"
                  checked={picked.has(id)}
                  onChange={(event) =>
                    onChange(
                      event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id),
                    )
                  }
                />
                {name ?? shortId(id)}
              </label>
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
