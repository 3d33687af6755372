import { safeLink } from '../../../../services/marketing/mailTemplates/rules.ts'

/** `loja.com.br` is `https://loja.com.br`, `ola@loja.com.br` is `mailto:ola@loja.com.br`; anything else stays. */
export function completeLink(text: string): string {
  const typed = text.trim()
  if (typed === '' || safeLink(typed) || /\s|:\/\//.test(typed)) return typed
  const completed = /^[^@/]+@[^@/]+$/.test(typed) ? `mailto:${typed}` : `https://${typed}`
  return safeLink(completed) ? completed : typed
}
