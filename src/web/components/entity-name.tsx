import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { shortId } from '../../domain/format.ts';
import { AppLink } from './app-link.tsx';
import { EntityTypeIcon } from './entity-type-icon.tsx';
import { CutTip } from './hint.tsx';

interface EntityLinkProps {
  id: string;
  /** Its name in the directory; null if it has none. */
  name: string | null;
  /** Shows the icon of its type; null: not known. Absent if no types are shown here. */
  type?: string | null;
}

/** Cut with an ellipsis if there is no room; on a phone shown in full if its row wraps. */
const cutLink = {
  display: 'inline-block',
  lineHeight: '24px',
  minWidth: 0,
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
} as const;

/** A link to an Entity, labelled with its name or the short form of its id. */
export function EntityLink({ id, name, type }: EntityLinkProps) {
  const text = (
    <AppLink to="/entities/$entityId" params={{ entityId: id }} sx={cutLink}>
      {name ?? shortId(id)}
    </AppLink>
  );
  const link = name === null ? <Tooltip title={id}>{text}</Tooltip> : <CutTip>{text}</CutTip>;
  if (type === undefined) return link;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        gap: 1,
        alignItems: 'center',
        maxWidth: '100%',
        verticalAlign: 'middle',
      }}
    >
      <EntityTypeIcon type={type} />
      {link}
    </Box>
  );
}
