/** The text of a file, or why it has none. */
export type DecodedText =
  | {
      text: string;
      /** In which encoding it was read if that was a guess; else null. */
      remark: string | null;
    }
  | { problem: string };

/**
 * The one decoder of chosen files: UTF-8, UTF-16 with its mark, and else Windows-1252, in which
 * spreadsheets in Europe save CSV.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  if (isLittle || (first === 0xfe && second === 0xff)) {
    const text = decode(bytes, isLittle ? 'utf-16le' : 'utf-16be');
    return text === null ? { problem: 'Its UTF-16 is damaged.' } : { text, remark: null };
  }
  if (bytes.includes(0)) {
    return {
      problem:
        'It is no plain text, or UTF-16 without a byte order mark. Save it as “CSV UTF-8” and choose it again.',
    };
  }
  const text = decode(bytes, 'utf-8');
  if (text !== null) return { text, remark: null };
  return { text: decode(bytes, 'windows-1252') ?? '', remark: 'Read as Windows-1252.' };
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
