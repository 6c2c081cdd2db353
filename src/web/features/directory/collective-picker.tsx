import { CheckList } from '../../components/check-list.tsx';

interface CollectivePickerProps {
  collectives: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses the Collectives of an Entity. */
export function CollectivePicker({ collectives, chosen, onChange }: CollectivePickerProps) {
  return (
    <CheckList
      legend="Collectives"
      find="Find a Collective"
      none="No Collective is known."
      options={collectives.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
