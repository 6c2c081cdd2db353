import { PROBLEMS } from '../../contract/console/problem.ts';

/** The table of problem codes, as Markdown. */
export function problemTable(): string {
  const rows = Object.entries(PROBLEMS).map(([code, [statuses, meaning]]) => {
    const shown = statuses.map((status) => (status === 'service' ? 'that of the Service' : status));
    return `| \`${code}\` | ${shown.join(', ')} | ${meaning} |`;
  });
  return [
    '# Problem codes',
    '',
    'Every failure of the console’s server has a body with a `code`. Made by `npm run docs:api`.',
    '',
    '| Code | Status | Meaning |',
    '| ---- | ------ | ------- |',
    ...rows,
    '',
  ].join('\n');
}
