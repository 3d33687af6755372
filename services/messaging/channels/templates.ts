/**
 * A text that a provider has approved, with which people may be written to who have not written lately. `variables` are
 * the places in `body` that are filled, in their order; `named`: they are called by names, not by numbers.
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

/** A template as it is sent: its variables with their values, which have neither line breaks nor tabs. */
export type FilledTemplate = {
  name: string
  language: string
  named: boolean
  values: { variable: string; text: string }[]
}
