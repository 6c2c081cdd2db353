import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ReferenceArea, useActiveTooltipLabel } from 'recharts';
import type { Grain } from '../../../domain/instant.ts';
import { periodText } from '../period-picker/period-text.ts';
import { ChartNote } from './chart-frame.tsx';
import { spanOf, type ChartSpan } from './chart-span.ts';

interface SpanBrushProps {
  grain: Grain;
  /** Called with the chosen days, possibly of a single bar. */
  onSpan: (span: ChartSpan) => void;
}

const ARROWS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight']);

/**
 * Chooses a span of a chart over dates, by dragging, or with Shift, the arrow keys and Enter. Touch scrolls the
 * page instead; the picker chooses a period there.
 */
export function SpanBrush({ grain, onSpan }: SpanBrushProps) {
  const root = useRef<SVGGElement>(null);
  const say = useContext(ChartNote);
  const label = useActiveTooltipLabel();
  const [anchor, setAnchor] = useState<string | null>(null);
  const [head, setHead] = useState<string | null>(null);
  const active = typeof label === 'string' ? label : null;
  // Outside the chart no bar is active: the span ends where the pointer left.
  if (anchor !== null && active !== null && active !== head) setHead(active);
  const span = anchor === null ? null : spanOf(grain, anchor, head ?? anchor);

  const begin = useEffectEvent((): void => {
    setAnchor(active);
    setHead(active);
  });
  const drop = useEffectEvent((): void => setAnchor(null));
  const finish = useEffectEvent((least: 'bar' | 'span'): void => {
    setAnchor(null);
    if (span !== null && (least === 'bar' || head !== anchor)) onSpan(span);
  });
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (ARROWS.has(event.key)) {
      if (!event.shiftKey) setAnchor(null);
      else if (anchor === null) begin();
      return;
    }
    if (anchor === null || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') finish('bar');
    else setAnchor(null);
  });

  const text = span === null ? null : periodText(span.from, span.to);
  useEffect(() => say(text), [say, text]);
  useEffect(() => {
    const chart = root.current?.closest<HTMLElement>('.recharts-wrapper');
    if (chart === undefined || chart === null) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    const down = (event: MouseEvent): void => {
      if (event.button !== 0) return;
      // Prevent text selection while dragging.
      event.preventDefault();
      begin();
      window.addEventListener('mouseup', () => finish('span'), { signal, once: true });
    };
    chart.addEventListener('mousedown', down, { signal });
    chart.addEventListener('keydown', (event) => press(event), { signal });
    chart.addEventListener('focusout', () => drop(), { signal });
    return () => ends.abort();
  }, []);

  return (
    <g ref={root}>
      {anchor !== null && (
        <ReferenceArea
          x1={anchor < (head ?? anchor) ? anchor : (head ?? anchor)}
          x2={anchor < (head ?? anchor) ? (head ?? anchor) : anchor}
          fill="var(--mui-palette-primary-main)"
          fillOpacity={0.16}
          stroke="var(--mui-palette-primary-main)"
        />
      )}
    </g>
  );
}
