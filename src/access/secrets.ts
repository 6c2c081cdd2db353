import { hash, randomBytes } from 'node:crypto';

/** The hash under which a secret is stored. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

/** An unguessable text: 32 random bytes. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Sixteen letters and digits that are hard to confuse, in groups of four: 80 bits. */
export function newCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** The form in which names are compared: without case and in one Unicode form. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
}
