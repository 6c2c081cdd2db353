import { hash } from 'node:crypto';

/** A stream of random choices, reproducible on every machine from its seed. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A number between two bounds. */
  between(low: number, high: number): number;
  /** A whole number between two bounds, both inclusive. */
  whole(low: number, high: number): number;
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean;
  /** One of several values. */
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Joins parts unambiguously. */
function joined(parts: readonly (string | number)[]): string {
  return parts.join('\u0000');
}

/**
 * Makes a stream of random choices (the generator sfc32).
 * @param parts its purpose, for example seed, entity and counter: never the order of calls
 */
export function randomFor(...parts: readonly (string | number)[]): Random {
  const seed = hash('sha256', joined(parts), 'buffer');
  let a = seed.readUInt32LE(0);
  let b = seed.readUInt32LE(4);
  let c = seed.readUInt32LE(8);
  let counter = seed.readUInt32LE(12);
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

/** A UUID (version 8, RFC 9562) derived from its parts. */
export function uuidFor(...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', joined(parts));
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
