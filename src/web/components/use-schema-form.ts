import { useState, type SubmitEvent } from 'react';
import type { z } from '../../contract/zod.ts';

/**
 * A form of plain inputs named like the fields of a schema. It is checked on submit, and from then on after
 * every change.
 * @param onSubmit called with the parsed values
 */
export function useSchemaForm<T>(schema: z.ZodType<T>, onSubmit: (values: T) => void) {
  const [wrong, setWrong] = useState<ReadonlySet<unknown> | null>(null);
  const check = (form: HTMLFormElement) => {
    const read = schema.safeParse(Object.fromEntries(new FormData(form)));
    setWrong(new Set(read.error?.issues.map(({ path }) => path[0])));
    return read;
  };
  return {
    form: {
      noValidate: true,
      onChange: ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
        if (wrong !== null) check(currentTarget);
      },
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        const { currentTarget: form } = event;
        const read = check(form);
        if (read.success) return onSubmit(read.data);
        const first = form.elements.namedItem(String(read.error.issues[0]?.path[0]));
        if (first instanceof HTMLElement) first.focus();
      },
    },
    /** The message if a field is wrong, or null. */
    problem: (name: string, message: string) => (wrong?.has(name) === true ? message : null),
  };
}
