import Box from '@mui/material/Box';
import { ENTITY_TYPES } from '../../contract/entity-type.ts';
import type { Stories } from '../gallery/story.ts';
import { EntityTypeIcon } from './entity-type-icon.tsx';

function types(names: readonly (string | null)[]) {
  return () => (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {names.map((name) => (
        <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <EntityTypeIcon type={name} />
          {name ?? 'Type not known'}
        </Box>
      ))}
    </Box>
  );
}

export const stories: Stories = {
  title: 'Entity types',
  states: {
    'types of the specification': types(ENTITY_TYPES),
    'other types': types(['WindTurbine', null]),
  },
};
