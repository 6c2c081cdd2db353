import { useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { CheckList } from '../../components/check-list.tsx';

interface CollectivePickerProps {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses the Collectives of an Entity. */
export function CollectivePicker({ chosen, onChange }: CollectivePickerProps) {
  const { data } = useQuery(query(DIRECTORY_ROUTES.collectives));
  return (
    <CheckList
      legend="Collectives"
      find="Find a Collective"
      none="No Collective is known."
      options={(data?.collectives ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
