/** The variables of a quick reply: the person, and the answering one. */
export const variables = ['nome', 'primeiro_nome', 'empresa', 'atendente', 'primeiro_nome_atendente'] as const
type Variable = (typeof variables)[number]
export type Values = Partial<Record<Variable, string | null>>

const braces = /\{\{([^{}]{0,60})\}\}/g

const first = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

export const valuesOf = (names: { person: string; company: string | null; author: string | null }): Values => ({
  nome: names.person,
  primeiro_nome: first(names.person),
  empresa: names.company,
  atendente: names.author,
  primeiro_nome_atendente: first(names.author ?? '')
})

/** A text with its variables filled in; those without a value stay, to be seen and filled in by hand. */
export const fillVariables = (text: string, values: Values): string =>
  text.replace(braces, (whole, name: string) => {
    const variable = variables.find(each => each === name.trim().toLowerCase())
    return (variable && values[variable]?.trim()) || whole
  })

/** The placeholders that are left in a text, which no person is to read. */
export const unfilled = (text: string): string[] => [...new Set([...text.matchAll(braces)].map(([whole]) => whole))]

/** A sentence about the placeholders that are left; null without any. */
export const unfilledText = (text: string): string | null => {
  const missing = unfilled(text)
  return missing.length > 0 ? `Falta preencher ${missing.join(', ')} antes de enviar.` : null
}
