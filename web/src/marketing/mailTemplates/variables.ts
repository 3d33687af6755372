import { createContext, useContext, useMemo } from 'react'
import type { MailVariable } from '../../../../services/marketing/mailTemplates/rules.ts'

/** The variables that the company's mails can have. */
export const VariablesContext = createContext<readonly MailVariable[]>([])

export const useVariables = (): readonly MailVariable[] => useContext(VariablesContext)

/** How each variable is called. */
export function useVariableLabels(): ReadonlyMap<string, string> {
  const variables = useVariables()
  return useMemo(() => new Map(variables.map(({ name, label }) => [name, label])), [variables])
}
