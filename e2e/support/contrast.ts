import type { Page } from '@playwright/test';
import type { NodeResult, Result, RunOptions } from 'axe-core';
import { passedLooks } from './passed-looks.ts';

/** Rules of axe about colours. Measuring them takes most of its time: see {@link checkTexts}. */
export const CONTRAST_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** Looks for which axe skipped an element (disabled, or too short): all their elements are measured at once. */
const leftOut = new Set<string>();

interface Texts {
  /** The different looks of the elements with text. */
  looks: string[];
  violations: Result[];
  incomplete: Result[];
}

/**
 * Measures the colours of each text whose look has not passed before in this run. A look is all that
 * contrast depends on: colour, size and weight, the text around it, and every ground and opacity behind.
 */
export async function checkTexts(page: Page): Promise<Texts> {
  const asked = new Set<string>();
  const found: Texts = { looks: [], violations: [], incomplete: [] };
  let fresh: string[] = [];
  // First only the looks, which are nearly always known. The page may draw others while it is measured.
  do {
    const now = await page.evaluate(measure, {
      fresh,
      each: fresh.filter((look) => leftOut.has(look)),
      rules: [...CONTRAST_RULES],
    });
    found.looks = now.looks;
    found.violations.push(...now.violations);
    found.incomplete.push(...now.incomplete);
    passedLooks.add(now.passed);
    for (const look of fresh) {
      asked.add(look);
      if (!passedLooks.has(look)) leftOut.add(look);
    }
    fresh = now.looks.filter((look) => !asked.has(look) && !passedLooks.has(look));
  } while (fresh.length > 0);
  return found;
}

interface Asked {
  /** The looks to measure: one element of each, and all of them if axe skips that one. */
  fresh: string[];
  /** Looks with all elements measured from the start. */
  each: string[];
  rules: string[];
}

/** Runs in the page. */
async function measure({ fresh, each, rules }: Asked): Promise<Texts & { passed: string[] }> {
  const CUT_OFF = 'cut off';
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element): string => {
    const kept = grounds.get(element);
    if (kept !== undefined) return kept;
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = style;
    const colours = [backgroundColor, backgroundImage, opacity, mixBlendMode, filter].join(' ');
    const own = style.clipPath === 'inset(50%)' ? `${CUT_OFF} ${colours}` : colours;
    const behind = element.parentElement === null ? '' : groundOf(element.parentElement);
    const plain = own === 'rgba(0, 0, 0, 0) none 1 normal none';
    const ground = plain ? behind : `${own} < ${behind}`;
    grounds.set(element, ground);
    return ground;
  };
  /** A link amid text must differ from it by more than colour; a link on its own need not. */
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
  /** axe skips these, by the guidelines: disabled, visually hidden, or not text. */
  const isExempt = (element: Element) =>
    element.matches(
      'input:is([type="checkbox"], [type="radio"], [type="hidden"], [type="range"])',
    ) ||
    element.matches(':is(button, input, select, textarea)[disabled]') ||
    element
      .closest('button[disabled], [aria-disabled]')
      ?.matches('[disabled], [aria-disabled="true"]') === true ||
    groundOf(element).includes(CUT_OFF);
  const textsByLook = () => {
    const found = new Map<string, Element[]>();
    for (const element of document.body.querySelectorAll('*')) {
      if (!hasText(element) || isExempt(element)) continue;
      const look = lookOf(element);
      const equals = found.get(look);
      if (equals === undefined) found.set(look, [element]);
      else equals.push(element);
    }
    return found;
  };

  const passed = new Set<string>();
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
    const settled = (results: Result[], isSo: (node: NodeResult) => boolean) => {
      for (const node of results.flatMap(({ id, nodes }) => (id === 'color-contrast' ? nodes : [])))
        if (node.element && isSo(node)) passed.add(lookOf(node.element));
    };
    settled(found.passes, () => true);
    // A gradient is part of the look, and no text before it can be measured.
    settled(found.incomplete, ({ any }) =>
      any.some(({ data }) => data?.messageKey === 'bgGradient'),
    );
  };
  const shown = textsByLook();
  if (fresh.length === 0) return { looks: [...shown.keys()], violations, incomplete, passed: [] };
  const first = fresh.flatMap((look) => {
    const equals = shown.get(look) ?? [];
    return each.includes(look) ? equals : equals.slice(0, 1);
  });
  await run(first);
  // One that axe did not measure, because it is disabled for example, says nothing about its equals.
  // The page may have redrawn some of them meanwhile: the current ones count.
  const measured = new Set(first);
  const standing = textsByLook();
  await run(
    fresh
      .filter((look) => !passed.has(look))
      .flatMap((look) => standing.get(look) ?? [])
      .filter((element) => !measured.has(element)),
  );
  return { looks: [...standing.keys()], violations, incomplete, passed: [...passed] };
}
