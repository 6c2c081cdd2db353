import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { z } from '../../contract/zod.ts';
import { show } from '../testing/render.tsx';
import { FormDialog, FormText } from './form.tsx';
import { SendObstacle } from './send-obstacle.ts';

const Schema = z.object({
  name: z.string().trim().min(1),
  code: z
    .string()
    .min(4)
    .refine((code) => code !== '0000', 'Too easy.'),
  tags: z
    .string()
    .transform((tags) => tags.split(','))
    .pipe(z.array(z.string().max(2))),
});
type Values = z.output<typeof Schema>;

const send = vi.fn<(values: Values) => Promise<void>>();

function Form({ toService }: { toService: boolean }) {
  const sending = useMutation({ mutationFn: send });
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Schema),
    defaultValues: { name: '', code: '', tags: 'a' },
  });
  return (
    <FormDialog
      title="Add it"
      act="Add"
      working="Adding"
      sending={sending}
      toService={toService}
      failed="Nothing was added"
      done={sending.isSuccess ? 'Added.' : null}
      onSubmit={handleSubmit((values) => sending.mutate(values))}
      onClose={() => {}}
    >
      <FormText control={control} name="name" label="Name" />
      <FormText control={control} name="code" label="Code" wrong="Enter four characters." />
      <FormText control={control} name="tags" label="Tags" multiline />
    </FormDialog>
  );
}

async function open(own: string | null = null, service = own, toService = false) {
  send.mockReset();
  await show(
    <SendObstacle value={{ own, service }}>
      <Form toService={toService} />
    </SendObstacle>,
  );
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test('wrong fields say so beside them once it is sent, and the first one has the focus', async () => {
  await open();
  type('Name', ' Ada ');
  type('Code', '12');
  type('Tags', 'a,bcd');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Enter four characters.');
  screen.getByText('At most 2 characters.');
  const code = screen.getByLabelText('Code');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('aria-invalid')).toBe('true');
  type('Code', '0000');
  await screen.findByText('Too easy.');
  type('Code', '1234');
  await waitFor(() => expect(screen.queryByText('Too easy.')).toBeNull());
  type('Name', '');
  await screen.findByText('This is needed.');
  expect(send).not.toHaveBeenCalled();
});

test('what failed is said and the input is kept; sent again, it is done', async () => {
  await open();
  send.mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce();
  type('Name', ' Ada ');
  type('Code', '1234');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Your input is kept.');
  screen.getByText(/^Nothing was added/);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', ' Ada ');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Added.');
  expect(send.mock.lastCall?.[0]).toEqual({ name: 'Ada', code: '1234', tags: ['a'] });
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  screen.getByRole('button', { name: 'Close' });
});

test('if nothing can be sent, the button is disabled and says why', async () => {
  await open('This browser is offline.');
  expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
  screen.getByText('This browser is offline.');
});

test.each([true, false])(
  'while the Service is away, what goes on to it waits (%s), and nothing else',
  async (toService) => {
    await open(null, 'The Service does not answer.', toService);
    expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', toService);
    expect(screen.queryByText('The Service does not answer.') !== null).toBe(toService);
  },
);
