import { consoleOpenApi } from './console-openapi.ts';
import { problemTable } from './problem-table.ts';

/** The generated documents of the console's API: path below the project's folder, and text. */
export function apiDocs(): Readonly<Record<string, string>> {
  return {
    'docs/api/console-openapi.json': `${JSON.stringify(consoleOpenApi(), null, 1)}\n`,
    'docs/api/problem-codes.md': problemTable(),
  };
}
