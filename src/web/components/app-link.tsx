import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A link to another page of the console, in the theme's look. */
export const AppLink = createLink(Link);

/** A button that leads to another page of the console. */
export const ButtonLink = createLink(Button);
