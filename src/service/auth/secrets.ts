import { createHash, timingSafeEqual } from 'node:crypto';

/** The hash under which a client secret is kept. Secrets are long random texts, so a plain hash will do. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}
