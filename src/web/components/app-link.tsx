import Link, { type LinkProps } from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to another page of the console, styled by the theme. */
export const AppLink = createLink(Link);

function Underlined(props: LinkProps) {
  return <Link {...props} underline="always" />;
}

/** A link within a sentence, underlined: colour alone does not distinguish it from the text. */
export const TextLink = createLink(Underlined);

interface BatchLinkProps extends LinkProps {
  /** The id of its dispatch. */
  id: string;
  children: ReactNode;
}

/** A link to a batch. */
export function BatchLink({ id, ...link }: BatchLinkProps) {
  return <AppLink {...link} to="/batches/$dispatchId" params={{ dispatchId: id }} />;
}
