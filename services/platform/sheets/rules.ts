/** Encodings in which files of text are read. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]
