import Link, { type LinkProps } from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A link to another page of the console, styled by the theme. */
export const AppLink = createLink(Link);

function Underlined(props: LinkProps) {
  return <Link {...props} underline="always" />;
}

/** A link within a sentence: colour alone does not tell it from the text around it. */
export const TextLink = createLink(Underlined);
