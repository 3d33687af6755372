export type Client =
  | 'question'
  | 'test of a key'
  | 'Graph'
  | 'Graph, a file up'
  | 'login'
  | 'file'
  | 'file, left at once'
  | 'file, never read'
  | 'calendar'

export type Case = { name: string; hurried: boolean }

/** What each client ended with, by its case, and what would have ended the process. */
export type Asked = { ended: Record<string, string>; fatal: { during: string | null; error: string }[] }
