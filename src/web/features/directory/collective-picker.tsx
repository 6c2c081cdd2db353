import { CheckList } from '../../components/check-list.tsx';

interface CollectivePickerProps {
  collectives: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Which Collectives an Entity is in: any number of them. */
export function CollectivePicker({ collectives, chosen, onChange }: CollectivePickerProps) {
  return (
    <CheckList
      legend="Collectives"
      find="Find a Collective"
      none="None is known."
      options={collectives.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
