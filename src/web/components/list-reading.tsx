import { ReadBlock } from './read-block.tsx';
import { ReadingState } from './reading-state.tsx';

interface ListReadingProps {
  /** A list of the interface with the pages read so far. */
  all: {
    state: 'reading' | 'complete' | 'partial';
    error: unknown;
    looped: boolean;
    fetching: boolean;
    resume: () => void;
  };
  /** What has been read so far, with its count ("200 requests"); null: nothing yet. */
  read: string | null;
  /** What is read, for accessible names: "the Offboarding Requests". */
  what: string;
  /** Rows of the skeleton. */
  rows?: number;
}

/** The states of a list: before its first page, failed, and its progress afterwards. */
export function ListReading({ all, read, what, rows }: ListReadingProps) {
  if (read !== null) {
    return (
      <ReadingState
        state={all.state}
        error={all.error}
        looped={all.looped}
        fetching={all.fetching}
        onResume={all.resume}
        read={read}
        what={what}
      />
    );
  }
  return (
    <ReadBlock
      read={{ error: all.error, isFetching: all.fetching, refetch: all.resume }}
      what={what}
      {...(rows === undefined ? {} : { rows })}
    />
  );
}
