import { mutationOptions } from '@tanstack/react-query';

/** Reads a file that the operator chose, without uploading it. */
export function fileMutation<Read>(read: (file: File) => Promise<Read>) {
  return mutationOptions({
    mutationFn: async (file: File) => ({ name: file.name, read: await read(file) }),
  });
}
