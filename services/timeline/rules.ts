/** What a lead's page tells of it. */
export const timelineKinds = [
  'submission',
  'status',
  'change',
  'contact',
  'note',
  'task',
  'consent',
  'mail',
  'merge',
  'operation'
] as const
export type TimelineKind = (typeof timelineKinds)[number]
