import { notFound } from '@tanstack/react-router';
import { Uuid } from '../../contract/primitives.ts';

/** Stops loading a page whose address has no valid id. */
export function requireId(id: string): void {
  if (!Uuid.safeParse(id).success) throw notFound();
}
