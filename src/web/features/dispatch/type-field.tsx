import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useMemo } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { COMMAND_RULES } from '../../../domain/command-rules.ts';
import { formatNumber } from '../../../domain/format.ts';
import { countTakers } from '../../../domain/dispatch-impact.ts';

interface TypeFieldProps {
  register: UseFormRegisterReturn;
  entities: readonly DirectoryEntity[];
  error: string | null;
}

/** The six Commands, each with its impact and how many known Entities support it. */
export function TypeField({ register, entities, error }: TypeFieldProps) {
  const id = useId();
  const choices = useMemo(
    () =>
      COMMAND_TYPES.map((type) => ({ type, takers: countTakers(type, entities) })).toSorted(
        (a, b) => b.takers - a.takers,
      ),
    [entities],
  );
  return (
    <Box
      component="fieldset"
      aria-describedby={error === null ? undefined : id}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: '0.8125rem', fontWeight: 600 }}>
        Command
      </Box>
      {choices.map(({ type, takers }) => (
        <Box
          component="label"
          key={type}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr auto',
            columnGap: 1,
            alignItems: 'baseline',
            py: 0.75,
            px: 0.5,
            borderTop: 1,
            borderColor: 'divider',
            cursor: 'pointer',
            '&:hover': { bgcolor: 'action.hover' },
            '&:has(:checked)': {
              bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, transparent)',
            },
            '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
          }}
        >
          <input type="radio" value={type} {...register} />
          <Box component="span" sx={{ fontWeight: 600 }}>
            {COMMAND_RULES[type].verb}
          </Box>
          <Box
            component="span"
            sx={{ fontSize: '0.8125rem', color: 'text.secondary', whiteSpace: 'nowrap' }}
          >
            {takers === 0
              ? 'none supports it'
              : `${formatNumber(takers)} of ${formatNumber(entities.length)} support it`}
          </Box>
          <Box
            component="span"
            sx={{ gridColumn: '2 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}
          >
            {COMMAND_RULES[type].effect}
          </Box>
        </Box>
      ))}
      {error !== null && (
        <FormHelperText id={id} error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
