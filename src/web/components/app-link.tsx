import Link from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A link to another page of the console, styled by the theme. */
export const AppLink = createLink(Link);
