import type { Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';

/** Rules of axe about colours. Measuring them takes most of its time: see {@link checkTexts}. */
export const CONTRAST_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** Looks of text that axe has passed: they hold on every page and in every size. */
const passedLooks = new Set<string>();

interface Texts {
  /** The different looks of the elements with text. */
  looks: string[];
  violations: Result[];
  incomplete: Result[];
}

/**
 * Measures the colours of each text whose look has not passed before in this process. A look is all that
 * contrast depends on: colour, size and weight, the text around it, and every ground and opacity behind.
 */
export async function checkTexts(page: Page): Promise<Texts> {
  const { passed, ...found } = await page.evaluate(measure, {
    known: [...passedLooks],
    rules: [...CONTRAST_RULES],
  });
  for (const look of passed) passedLooks.add(look);
  return found;
}

/** Runs in the page. */
async function measure({
  known,
  rules,
}: {
  known: string[];
  rules: string[];
}): Promise<Texts & { passed: string[] }> {
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element): string => {
    const kept = grounds.get(element);
    if (kept !== undefined) return kept;
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = style;
    const own = [backgroundColor, backgroundImage, opacity, mixBlendMode, filter].join(' ');
    const behind = element.parentElement === null ? '' : groundOf(element.parentElement);
    const plain = own === 'rgba(0, 0, 0, 0) none 1 normal none';
    const ground = plain ? behind : `${own} < ${behind}`;
    grounds.set(element, ground);
    return ground;
  };
  /** A link amid text must differ from it by more than colour; one that stands alone need not. */
  const isAmidText = (link: Element) => {
    let block = link.parentElement;
    while (block !== null && getComputedStyle(block).display === 'inline')
      block = block.parentElement;
    return block !== null && block.textContent.trim() !== link.textContent.trim();
  };
  const lookOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = style;
    const around = getComputedStyle(element.parentElement ?? element).color;
    const link = element.matches('a[href]') ? `link ${isAmidText(element)}` : '';
    const text = [link, color, fontSize, fontWeight, textShadow, textDecorationLine].join(' ');
    return `${text} | ${around} | ${groundOf(element)}`;
  };
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');

  const passed = new Set(known);
  const texts = () => [...document.body.querySelectorAll('*')].filter(hasText);
  const isFresh = (element: Element) => !passed.has(lookOf(element));
  const looks = [...new Set(texts().map(lookOf))];
  const plain = (results: Result[]) =>
    results.map((result) => ({
      ...result,
      nodes: result.nodes.map((node) => ({ ...node, element: undefined })),
    }));
  const options: RunOptions = { runOnly: { type: 'rule', values: rules }, elementRef: true };
  const violations: Result[] = [];
  const incomplete: Result[] = [];
  const run = async (include: Element[]) => {
    if (include.length === 0) return;
    const found = await window.axe.run({ include }, options);
    violations.push(...plain(found.violations));
    incomplete.push(...plain(found.incomplete));
    for (const { id, nodes } of found.passes)
      for (const { element } of nodes)
        if (id === 'color-contrast' && element) passed.add(lookOf(element));
  };
  const first = new Map(
    texts()
      .filter(isFresh)
      .toReversed()
      .map((element) => [lookOf(element), element]),
  );
  await run([...first.values()]);
  // One that axe did not measure, because it is disabled for example, says nothing about its equals.
  const measured = new Set(first.values());
  // The page may have drawn some of them again meanwhile: those that stand there now count.
  await run(texts().filter((element) => isFresh(element) && !measured.has(element)));
  return { looks, violations, incomplete, passed: [...passed] };
}
