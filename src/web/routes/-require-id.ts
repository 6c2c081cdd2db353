import { notFound } from '@tanstack/react-router';
import { Uuid } from '../../contract/primitives.ts';

/** Ends the way to a page whose address holds no id where one belongs. */
export function requireId(id: string): void {
  if (!Uuid.safeParse(id).success) throw notFound();
}
