import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { formatCount } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { mutationOf } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { cardStyle } from '../../components/card.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { useZone } from '../../theme/preferences.ts';
import { chosenEntities } from '../bulk/chosen-entities.ts';

interface ChosenBarProps {
  /** Ids of the Entities. */
  chosen: ReadonlySet<string>;
  /** Has them read now; absent: not permitted. */
  onRefresh: ((ids: readonly string[]) => void) | undefined;
  onClear: () => void;
}

/** What can be done with the Entities that are ticked in a list; nothing if there are none. */
export function ChosenBar({ chosen, onRefresh, onClear }: ChosenBarProps) {
  const zone = useZone();
  const { allowed: mayChange } = usePermission('change-entity');
  const save = useMutation(
    mutationOf(async (ids: ReadonlySet<string>) => {
      const { saveDirectory } = await import('./save-directory.ts');
      return saveDirectory('entity', zone, ids);
    }),
  );
  if (chosen.size === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Chosen Entities"
      sx={{
        ...cardStyle,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.75,
        py: 0.5,
        mb: 1,
      }}
    >
      <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
        {formatCount(chosen.size, 'Entity', 'Entities')} chosen
      </Box>
      {mayChange && (
        <LinkButton
          color="inherit"
          variant="outlined"
          to="/bulk"
          search={{ whom: 'ids' }}
          onClick={() => chosenEntities.save([...chosen])}
        >
          Change in bulk
        </LinkButton>
      )}
      <Button
        color="inherit"
        variant="outlined"
        loading={save.isPending}
        onClick={() => save.mutate(chosen)}
      >
        Download CSV
      </Button>
      {onRefresh !== undefined && (
        <Button color="inherit" variant="outlined" onClick={() => onRefresh([...chosen])}>
          Refresh
        </Button>
      )}
      <Button color="inherit" onClick={onClear}>
        Clear
      </Button>
      <Live sx={{ fontSize: '0.8125rem' }}>
        {save.isSuccess && `Saved as ${save.data}`}
        {save.isError && `Not exported: ${errorText(save.error).title}`}
      </Live>
    </Box>
  );
}
