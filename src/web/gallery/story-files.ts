import type { Stories } from './story.ts';

/** A file of stories: its path below `src/web` without the extension, and its content. */
export interface StoryFile {
  id: string;
  stories: Stories;
}

const modules = import.meta.glob<Stories>('../**/*.stories.tsx', {
  eager: true,
  import: 'stories',
});

/** All stories, by path. */
export const STORY_FILES: readonly StoryFile[] = Object.entries(modules)
  .map(([file, stories]) => ({ id: file.slice('../'.length, -'.stories.tsx'.length), stories }))
  .toSorted((a, b) => a.id.localeCompare(b.id));
