/** The element with this hint text, or one that matches; as in the console, only one hint is rendered. */
export function hinted(text: string | RegExp): Element[] {
  return [...document.querySelectorAll('[data-hint]')].filter((element) => {
    const hint = element.getAttribute('data-hint') ?? '';
    return typeof text === 'string' ? hint === text : text.test(hint);
  });
}
