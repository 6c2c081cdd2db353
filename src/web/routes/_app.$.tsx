import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../components/not-found.tsx';

/** An unknown address keeps the frame around the pages. */
export const Route = createFileRoute('/_app/$')({
  component: NotFound,
});
