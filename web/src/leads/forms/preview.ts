import type { PublicForm } from '../../../../services/leads/forms/schema.ts'

/** The editor sends the draft to the page in its frame, which answers when it is ready and when a field is clicked. */
export type PreviewMessage = { type: 'prosa:draft'; form: PublicForm; selected: string | null }
export type PreviewAnswer = { type: 'prosa:ready' } | { type: 'prosa:select'; field: string }
