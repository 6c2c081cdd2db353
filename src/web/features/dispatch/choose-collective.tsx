import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { DirectoryCollectives } from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { formatCount } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { Read } from '../../components/read.tsx';

type Collectives = DirectoryCollectives['collectives'];

interface ChooseCollectiveProps {
  onChoose: (collectiveId: string) => void;
}

/** A fleet of thousands is searched, not scrolled. */
const filterOptions = createFilterOptions<Collectives[number]>({ limit: 50 });

/** Asks for the Collective of a dispatch. */
export function ChooseCollective({ onChoose }: ChooseCollectiveProps) {
  return (
    <Read query={useQuery(query(DIRECTORY_ROUTES.collectives))} what="the Collectives" height={60}>
      {({ collectives }) => <Choice collectives={collectives} onChoose={onChoose} />}
    </Read>
  );
}

function Choice({ collectives, onChoose }: ChooseCollectiveProps & { collectives: Collectives }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id}>Collective</FormLabel>
      <Autocomplete
        id={id}
        options={collectives}
        filterOptions={filterOptions}
        autoHighlight
        openOnFocus
        getOptionKey={(option) => option.id}
        getOptionLabel={({ name }) => name}
        renderOption={({ key, ...option }, { name, entityCount }) => (
          <li key={key} {...option}>
            {name} · {formatCount(entityCount, 'Entity', 'Entities')}
          </li>
        )}
        noOptionsText={collectives.length === 0 ? 'No Collectives are known yet.' : 'Not found'}
        onChange={(_event, chosen) => chosen !== null && onChoose(chosen.id)}
        renderInput={(params) => <TextField {...params} inputRef={input} />}
      />
    </FormControl>
  );
}
