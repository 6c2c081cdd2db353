import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * While a step has one before it, the browser's Back button goes there instead of closing the sheet.
 * @param back goes to the step before; null in the first step, where Back closes the sheet
 */
export function useBackStep(back: (() => void) | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (back === null) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false;
        back();
        return true;
      },
    });
  }, [history, back]);
}
