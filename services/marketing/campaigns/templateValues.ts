import { invalid } from '../../core/errors.ts'
import { findUnstorable } from '../../core/text.ts'
import { type TemplateParts, templateValue, variablesOf } from '../../messaging/templates/rules.ts'
import { variableName } from '../mailTemplates/rules.ts'
import { variablesOf as factsOf, type findSender, type MailPerson } from '../mailTemplates/variables.ts'
import { campaignTexts, type TemplateValueSource } from './rules.ts'

type Sources = Record<string, TemplateValueSource>

/** The variables of mails that hold the facts which a source names. */
const facts: Record<string, string> = { name: 'nome', firstName: 'primeiro_nome', company: 'empresa' }

const fieldOf = (from: string): string | null => (from.startsWith('field:') ? from.slice('field:'.length) : null)

/**
 * Throws 400 for a source that there is none of, or that has nothing for people without the fact; `under`: the beginning of
 * the names of its fields.
 */
export function checkSources(sources: Sources, under = ''): void {
  const errors: Record<string, string> = {}
  if (findUnstorable(sources) !== null) throw invalid({ [`${under}values`]: campaignTexts.characters })
  for (const [name, { from, fallback }] of Object.entries(sources)) {
    if (from !== 'text' && !Object.hasOwn(facts, from) && !fieldOf(from))
      errors[`${under}values.${name}.from`] = campaignTexts.unknownSource
    else if (templateValue(fallback) === '') errors[`${under}values.${name}.fallback`] = campaignTexts.noValue
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The variables of a template that nothing is named for. */
export const missingSources = (template: TemplateParts, sources: Sources): string[] =>
  variablesOf(template).filter(name => !Object.hasOwn(sources, name))

/** The values for one person: what is not known of them is the fallback. */
export function valuesFor(
  sources: Sources,
  person: MailPerson,
  company: Awaited<ReturnType<typeof findSender>>
): Record<string, string> {
  const own = factsOf(person, company)
  return Object.fromEntries(
    Object.entries(sources).map(([name, { from, fallback }]) => {
      const field = fieldOf(from)
      const fact = own[field === null ? (facts[from] ?? '') : variableName(field)] ?? ''
      return [name, templateValue(fact) || templateValue(fallback)]
    })
  )
}
