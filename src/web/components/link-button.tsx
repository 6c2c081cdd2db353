import Button from '@mui/material/Button';
import { createLink } from '@tanstack/react-router';

/** A link to another page of the console that looks like a button. */
export const LinkButton = createLink(Button);
