import Tooltip from '@mui/material/Tooltip';
import { useEffect, useId, useState } from 'react';
import { focusCutText, hintOf, type HintTarget } from './hint-target.ts';

/** How long the pointer must rest before a hint opens, and be away before it closes, in ms. */
const OPENS_MS = 200;
const CLOSES_MS = 100;

/**
 * Shows the hint of the element under the pointer or in focus: one tooltip for the whole console, since a list
 * may have thousands of hints.
 */
export function HintLayer() {
  const id = useId();
  const [shown, setShown] = useState<HintTarget | null>(null);

  useEffect(() => {
    let focused = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (target: HintTarget | null, ms: number) => {
      clearTimeout(timer);
      const change = () =>
        setShown((before) =>
          before?.at === target?.at && before?.text === target?.text ? before : target,
        );
      if (ms === 0) change();
      else timer = setTimeout(change, ms);
    };
    const over = (event: PointerEvent) => {
      const { target } = event;
      // The pointer may move onto the hint itself, to read or copy it.
      if (target instanceof Element && target.closest('[role="tooltip"]') !== null) {
        clearTimeout(timer);
        return;
      }
      const found = hintOf(target);
      focused = false;
      show(found, found === null ? CLOSES_MS : OPENS_MS);
    };
    const focus = ({ target }: Pick<FocusEvent, 'target'>) => {
      const byKey = target instanceof Element && target.matches(':focus-visible');
      focused = byKey;
      show(byKey ? hintOf(target) : null, 0);
    };
    const close = () => show(null, 0);
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Tab') focusCutText(document);
      if (event.key === 'Escape') close();
    };
    // A focused element scrolls into view with its hint; one under the pointer moves away.
    const scrolled = () => {
      if (!focused) close();
    };
    document.addEventListener('pointerover', over);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', close);
    document.addEventListener('keydown', key, true);
    document.addEventListener('scroll', scrolled, true);
    // The keyboard may be faster than this code is loaded.
    focus({ target: document.activeElement });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', close);
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('scroll', scrolled, true);
    };
  }, []);

  const at = shown?.at;
  useEffect(() => {
    if (at === undefined || at.hasAttribute('aria-describedby')) return undefined;
    at.setAttribute('aria-describedby', id);
    return () => at.removeAttribute('aria-describedby');
  }, [at, id]);

  // A visible hint may change: a day's energy grows while the fleet is read.
  useEffect(() => {
    if (at === undefined) return undefined;
    const observer = new MutationObserver(() => {
      const now = hintOf(at);
      setShown((before) => (before?.text === now?.text ? before : now));
    });
    observer.observe(at, { attributes: true });
    return () => observer.disconnect();
  }, [at]);

  if (shown === null) return null;
  return (
    <Tooltip
      open
      describeChild
      id={id}
      title={shown.text}
      slotProps={{ popper: { anchorEl: shown.at } }}
    >
      <span hidden />
    </Tooltip>
  );
}
