import type { TemplateContent, TemplateStatus } from '../templates/rules.ts'

/** A template as a provider has it. `named`: its variables are called by names, not by numbers. */
export type ProviderTemplate = TemplateContent & {
  externalId: string
  name: string
  language: string
  named: boolean
  status: TemplateStatus
  /** The provider's word for it. */
  rejectedReason: string | null
  quality: string | null
}

/** A template that is to be reviewed. */
export type SubmittedTemplate = TemplateContent & { name: string; language: string; named: boolean }

/**
 * An approved template that texts alone can fill. `variables` are the places in `body` that are filled, in their order;
 * `named`: they are called by names, not by numbers.
 */
export type MessageTemplate = {
  id: string
  name: string
  language: string
  body: string
  named: boolean
  variables: string[]
}

/** `others`: how many approved ones cannot be sent with texts alone, or are for advertising. */
export type TemplateList = { templates: MessageTemplate[]; others: number }

type Value = { variable: string; text: string }

/** A template as it is sent: its variables with their values, which have neither line breaks nor tabs. */
export type FilledTemplate = {
  name: string
  language: string
  named: boolean
  values: Value[]
  header?: Value[]
  /** The buttons that take a value, by their places. */
  buttons?: { index: number; type: 'url' | 'copy'; text: string }[]
}
