import { shortId } from '../../domain/format.ts';
import { AppLink } from './app-link.tsx';

interface EntityLinkProps {
  id: string;
  /** As the directory calls it; null where it has no name there. */
  name: string | null;
  /** The tab of its page that is opened. */
  tab?: 'offboarding' | undefined;
}

/** A link to an Entity by its name, or by the short form of its id. */
export function EntityLink({ id, name, tab }: EntityLinkProps) {
  return (
    <AppLink
      to="/entities/$entityId"
      params={{ entityId: id }}
      search={{ tab }}
      title={id}
      sx={{ display: 'inline-block', lineHeight: '24px' }}
    >
      {name ?? shortId(id)}
    </AppLink>
  );
}
