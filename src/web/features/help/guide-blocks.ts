/** A part of a guide, of the little Markdown that the guides use. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] };

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** One block of lines without an empty one between them. */
function blockOf(lines: readonly string[]): Block | null {
  const [first = ''] = lines;
  const heading = /^(#+) (.+)$/.exec(first);
  if (heading !== null) {
    return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
  }
  if (first.startsWith('![')) return null;
  if (first.startsWith('|')) {
    const [head = '', , ...rows] = lines;
    return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
  }
  const text = lines.map((line) => line.trim()).join(' ');
  if (!first.startsWith('- ')) return { kind: 'text', text };
  const items = lines
    .join('\n')
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s*\n\s*/g, ' ').trim());
  return { kind: 'list', items };
}

/** The blocks of a guide, in order; pictures are left out. */
export function blocksOf(markdown: string): Block[] {
  return markdown.split(/^```\w*$/m).flatMap((part, at): Block[] => {
    if (at % 2 === 1) return [{ kind: 'code', text: part.trim() }];
    return part
      .split(/\n\s*\n/)
      .map((text) => text.split('\n').filter((line) => line.trim() !== ''))
      .filter((lines) => lines.length > 0)
      .flatMap((lines) => blockOf(lines) ?? []);
  });
}

/** A part of a line: plain, code, bold, or a link. */
export type Span = { text: string; look?: 'code' | 'bold'; to?: string };

/** The parts of a line. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const found of line.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g)) {
    const [whole, code, bold, text, to] = found;
    if (found.index > end) spans.push({ text: line.slice(end, found.index) });
    if (code !== undefined) spans.push({ text: code, look: 'code' });
    else if (bold !== undefined) spans.push({ text: bold, look: 'bold' });
    else if (text !== undefined && to !== undefined) {
      spans.push({ text: text.replaceAll(/[`*]/g, ''), to });
    }
    end = found.index + whole.length;
  }
  if (end < line.length) spans.push({ text: line.slice(end) });
  return spans;
}
