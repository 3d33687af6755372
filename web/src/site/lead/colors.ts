import { brandStyle } from '../../../../services/account/companies/brand/rules.ts'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'

let sheet: CSSStyleSheet | undefined

/** Gives the page the colours of a form that the server did not render. */
export function show({ settings: { accent } }: PublicForm): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(accent ? brandStyle(accent) : '')
}
