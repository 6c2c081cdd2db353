import { createElement, lazy, Suspense, type ComponentType } from 'react';

/**
 * A component whose code is fetched when it is first shown, such as a dialog that few visits open.
 *
 * @param load imports it
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Later(props: Props) {
    return <Suspense>{createElement(Part, props)}</Suspense>;
  };
}
