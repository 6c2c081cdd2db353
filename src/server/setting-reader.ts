import { readFileSync } from 'node:fs';
import { z } from '../contract/zod.ts';
import { messageOf } from '../lib/message-of.ts';

/** Variables by name; an empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A number without sign or decimals. */
export const Whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** An http(s) address without credentials, query or fragment. */
export const Address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
});

/** Texts such as `a=1,b=2`. @param pair of a name and its value; with two values for one name it is unclear which one is meant */
export function pairs<S extends z.ZodType<readonly [string, unknown], string[]>>(pair: S) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.split('=').map((side) => side.trim())))
    .pipe(z.array(pair))
    .refine((parts) => new Set(parts.map(([name]) => name)).size === parts.length);
}

/** Parses single settings and collects the problems. */
export class SettingReader {
  readonly problems: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The text of a setting; an empty one counts as absent. */
  text(name: string): string | null {
    const text = this.#env[name]?.trim();
    return text === undefined || text === '' ? null : text;
  }

  complain(name: string, wrong: string, expected: string): void {
    this.problems.push(`${name}: ${wrong}, ${expected}`);
  }

  /** A setting, parsed with a schema; the fallback is used if it is absent or invalid. */
  read<S extends z.ZodType, D extends z.output<S> | null | undefined>(
    name: string,
    schema: S,
    fallback: D,
    expected: string,
  ) {
    const text = this.text(name);
    if (text === null) return fallback;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    this.complain(name, `is not valid (${JSON.stringify(text.slice(0, 80))})`, expected);
    return fallback;
  }

  /** A whole number of `what`, within limits that are named if it is not. */
  whole(name: string, [least, most]: readonly [number, number], fallback: number, what: string) {
    const schema = Whole.pipe(z.number().min(least).max(most));
    return this.read(name, schema, fallback, `expected ${what} from ${least} to ${most}`);
  }

  /** A secret, from its variable or from the file named by `<name>_FILE`. Never quoted. */
  secret(name: string): string | null {
    const file = this.text(`${name}_FILE`);
    const direct = this.text(name);
    if (file === null) return direct;
    if (direct !== null) {
      this.complain(`${name}_FILE`, `is set together with ${name}`, 'expected only one of them');
      return direct;
    }
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content !== '') return content;
      this.complain(`${name}_FILE`, 'names an empty file', 'expected a file that holds the secret');
    } catch (error) {
      this.complain(`${name}_FILE`, `cannot be read (${messageOf(error)})`, 'expected a file');
    }
    return null;
  }
}
