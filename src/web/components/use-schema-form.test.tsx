import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod.ts';
import { useSchemaForm } from './use-schema-form.ts';

afterEach(cleanup);

const Schema = z.strictObject({ name: z.string().trim().min(1), code: z.string().min(4) });

function Form({ onSubmit }: { onSubmit: (values: z.infer<typeof Schema>) => void }) {
  const { form, problem } = useSchemaForm(Schema, onSubmit);
  return (
    <form {...form}>
      <input name="name" aria-label="Name" />
      <input name="code" aria-label="Code" />
      <p>{[problem('name', 'No name.'), problem('code', 'Too short.')].join('')}</p>
      <button type="submit">Send</button>
    </form>
  );
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test('a form is checked on submit, and from then on after every change', () => {
  const onSubmit = vi.fn<(values: z.infer<typeof Schema>) => void>();
  render(<Form onSubmit={onSubmit} />);
  type('Name', ' Ada ');
  type('Code', '12');
  expect(screen.queryByText(/./, { selector: 'p' })).toBeNull();
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByText('Too short.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
  type('Name', '');
  expect(screen.getByText('No name.Too short.')).toBeDefined();
  type('Name', ' Ada ');
  type('Code', '1234');
  expect(screen.queryByText(/./, { selector: 'p' })).toBeNull();
  expect(onSubmit).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button'));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', code: '1234' });
});
