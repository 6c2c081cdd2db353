type Cell = string | number;

/** The results as Markdown, printed line by line while they are measured. */
export interface Markdown {
  /** @param line without a line break; absent: an empty line */
  say: (line?: string) => void;
  table: (head: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  /** Everything printed so far. */
  text: () => string;
}

/** @param print receives each line */
export function makeMarkdown(print: (line: string) => void): Markdown {
  const lines: string[] = [];
  const say = (line = ''): void => {
    lines.push(line);
    print(line);
  };
  const row = (cells: readonly Cell[]): void => say(`| ${cells.join(' | ')} |`);
  return {
    say,
    table: (head, rows) => {
      for (const cells of [head, head.map(() => '---'), ...rows]) row(cells);
      say();
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

/** Milliseconds with their unit, with a decimal below ten. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
