import { createHash } from 'node:crypto';
import type { OpenApiDocument, Operation } from './document.ts';
import { PAGE_STYLE } from './page-style.ts';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** The page's policy: its one style, and nothing else. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Placed inside collapsible parts, since a link opens the part that contains its target. */
function anchor(kind: string, name: string): string {
  return `${kind}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** A schema as text; names of other schemas become links. */
function schemaText(schema: unknown, label: string): string {
  const html = escaped(JSON.stringify(schema, null, 2)).replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (_, name: string) => `<a href="#${anchor('schema', name)}">${name}</a>`,
  );
  return `<pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${html}</code></pre>`;
}

function contentHtml(content: Operation['responses'][string]['content'], label: string): string {
  const [first] = Object.values(content ?? {});
  if (content === undefined || first === undefined) return '';
  const media = Object.keys(content).map((type) => `<code>${escaped(type)}</code>`);
  return `<p class="faint">${media.join(', ')}</p>${schemaText(first.schema, label)}`;
}

function parametersHtml(operation: Operation): string {
  const rows = operation.parameters.map(
    ({ name, in: where, required, description }) =>
      `<dt><code>${escaped(name)}</code> <span class="faint">${where}${required ? ', required' : ''}</span></dt><dd>${escaped(description)}</dd>`,
  );
  return rows.length === 0 ? '' : `<h3>Parameters</h3><dl>${rows.join('')}</dl>`;
}

function responsesHtml(operation: Operation): string {
  const entries = Object.entries(operation.responses);
  const succeeded = entries
    .filter(([status]) => status.startsWith('2'))
    .map(
      ([status, response]) =>
        `<h3>${status} ${escaped(response.description)}</h3>${contentHtml(response.content, `Answer ${status} of ${operation.operationId}`) || '<p class="faint">No body.</p>'}`,
    );
  const failed = entries
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, { description }]) =>
        `<dt class="wrong">${status}</dt><dd>${escaped(description)}</dd>`,
    );
  return `${succeeded.join('')}<h3>Failures</h3><dl>${failed.join('')}</dl>`;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const { operationId, requestBody } = operation;
  const body =
    requestBody === undefined
      ? ''
      : `<h3>Request body</h3>${contentHtml(requestBody.content, `Request body of ${operationId}`)}`;
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escaped(path)}</code><br><span class="faint">${escaped(operation.summary)}</span></summary><div id="${anchor('operation', operationId)}"><p>${escaped(operation.description)}</p>${parametersHtml(operation)}${body}${responsesHtml(operation)}</div></details>`;
}

/**
 * A readable page of the description: no script and no external content, so it works wherever the
 * service does.
 * @param api the description
 * @returns HTML, to be sent with {@link PAGE_HEADERS}
 */
export function apiPage(api: OpenApiDocument): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = api.tags.map(({ name }) => {
    const inside = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => operationHtml(path, method, operation));
    return `<section aria-labelledby="${anchor('part', name)}"><h2 id="${anchor('part', name)}">${escaped(name)}</h2>${inside.join('')}</section>`;
  });
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${escaped(name)}</code></summary><div id="${anchor('schema', name)}">${schemaText(schema, `Schema ${name}`)}</div></details>`,
  );
  const links = [...api.tags.map(({ name }) => name), 'Schemas'].map(
    (name) => `<a href="#${anchor('part', name)}">${escaped(name)}</a>`,
  );
  const servers = api.servers.map(({ url }) => `<code>${escaped(url)}</code>`);
  const { title, version, description } = api.info;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} ${escaped(version)}</title><style>${PAGE_STYLE}</style></head>
<body><header><h1>${escaped(title)} <span class="faint">${escaped(version)}</span></h1><p>${escaped(description)}</p>
<p class="faint">Base address ${servers.join(', ')}. ${escaped(api.components.securitySchemes.bearer.description)} As data: <a href="/openapi.json">OpenAPI ${escaped(api.openapi)}</a>.</p>
<nav aria-label="Parts">${links.join('')}</nav></header>
<main>${sections.join('\n')}<section aria-labelledby="part-schemas"><h2 id="part-schemas">Schemas</h2>${schemas.join('\n')}</section></main></body></html>
`;
}
