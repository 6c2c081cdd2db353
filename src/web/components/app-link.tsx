import Link from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A link to another page of the console, in the theme's look. */
export const AppLink = createLink(Link);
