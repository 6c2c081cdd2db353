type Cell = string | number;

/** The results as Markdown, printed line by line while they are measured. */
export interface Markdown {
  /** A heading or a paragraph. */
  say: (paragraph: string) => void;
  table: (head: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  /** Everything printed so far. */
  text: () => string;
}

/** @param print receives each line */
export function makeMarkdown(print: (line: string) => void): Markdown {
  const printed: string[] = [];
  const block = (lines: readonly string[]): void => {
    for (const line of [...lines, '']) {
      printed.push(line);
      print(line);
    }
  };
  return {
    say: (paragraph) => block([paragraph]),
    table: (head, rows) =>
      block([head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)),
    text: () => `${printed.join('\n')}\n`,
  };
}

/** Milliseconds with their unit, with a decimal below ten. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
