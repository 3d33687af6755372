/** The kinds of entries in a lead's timeline. */
export const timelineKinds = [
  'submission',
  'status',
  'change',
  'contact',
  'conversation',
  'appointment',
  'note',
  'task',
  'consent',
  'mail',
  'campaign',
  'merge',
  'operation'
] as const
export type TimelineKind = (typeof timelineKinds)[number]
