import { shortId } from '../../domain/format.ts';
import { AppLink } from './app-link.tsx';

interface EntityLinkProps {
  id: string;
  /** Its name in the directory; null if it has none. */
  name: string | null;
  /** The tab of its page to open. */
  tab?: 'offboarding' | undefined;
}

/** A link to an Entity, labelled with its name or the short form of its id. */
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
