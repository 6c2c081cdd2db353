import BoltIcon from '@mui/icons-material/Bolt';
import { usePermission } from '../../api/session.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';

interface DispatchToProps {
  /** The Collectives of an Entity: a Command goes to all Entities of one. */
  collectives: readonly { id: string; name: string }[];
  variant?: 'outlined' | 'contained';
}

/** Opens the dispatch of an Entity's Collective over the page, or asks which of several; nothing without the right. */
export function DispatchTo({ collectives, variant = 'outlined' }: DispatchToProps) {
  const { allowed } = usePermission('dispatch');
  const [first, ...others] = collectives;
  if (!allowed || first === undefined) return null;
  const link = ({ id, name }: typeof first, isAlone: boolean) => (
    <LinkButton
      key={id}
      to="."
      search={(old) => ({ ...old, dispatch: id })}
      resetScroll={false}
      data-closes=""
      color={isAlone ? 'primary' : 'inherit'}
      variant={isAlone ? variant : 'text'}
      startIcon={<BoltIcon />}
      aria-label={`Dispatch to ${name}`}
      sx={isAlone ? undefined : { justifyContent: 'flex-start' }}
    >
      {isAlone ? 'Dispatch' : name}
    </LinkButton>
  );
  if (others.length === 0) return link(first, true);
  return (
    <PopPanel label="Dispatch to a Collective" text="Dispatch" icon={<BoltIcon />} look={variant}>
      {collectives.map((each) => link(each, false))}
    </PopPanel>
  );
}
