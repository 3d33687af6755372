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

/** The result of each client, by its case, and the errors that would have ended the process. */
export type Asked = { ended: Record<string, string>; fatal: { during: string | null; error: string }[] }
