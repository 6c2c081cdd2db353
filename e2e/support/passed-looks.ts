import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from '../../src/contract/zod.ts';

const Look = z.string();

/** Looks of text that axe has passed: they hold on every page, in every size, and for all workers of a run. */
class PassedLooks {
  readonly #file = path.join(tmpdir(), 'passed-looks');
  readonly #known = new Set<string>();
  #readBytes = 0;

  /** Whether any worker has seen it pass so far. */
  has(look: string): boolean {
    if (!this.#known.has(look)) this.#readOthers();
    return this.#known.has(look);
  }

  add(looks: readonly string[]): void {
    const fresh = looks.filter((look) => !this.#known.has(look));
    for (const look of fresh) this.#known.add(look);
    // One write: lines of other workers come before or after it.
    if (fresh.length > 0)
      appendFileSync(this.#file, fresh.map((look) => `${JSON.stringify(look)}\n`).join(''));
  }

  #readOthers(): void {
    if (!existsSync(this.#file) || statSync(this.#file).size === this.#readBytes) return;
    const text = readFileSync(this.#file, 'utf8');
    this.#readBytes = Buffer.byteLength(text);
    // Text after the last line break is not fully written yet.
    for (const line of text.split('\n').slice(0, -1)) this.#known.add(Look.parse(JSON.parse(line)));
  }
}

export const passedLooks = new PassedLooks();
