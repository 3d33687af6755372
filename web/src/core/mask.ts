import { digits } from '../../../services/core/rules.ts'
import { formatPhone } from '../../../services/core/telephone/brazil/rules.ts'

const counts = /[0-9A-Za-z]/

/**
 * Rewrites what was typed or pasted through a mask and keeps the caret behind the same character. Meant for the change
 * handler of an input: the text that it returns is already in the input.
 */
export function applyMask(input: HTMLInputElement, mask: (text: string) => string): string {
  const typed = input.value
  const masked = mask(typed)
  if (masked === typed) return typed

  const caret = input.selectionStart ?? typed.length
  const before = [...typed.slice(0, caret)].filter(character => counts.test(character)).length
  input.value = masked
  const position = caret === typed.length ? masked.length : after(masked, before)
  input.setSelectionRange(position, position)
  return masked
}

function after(text: string, significant: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (seen === significant) return at
    if (counts.test(text.charAt(at))) seen++
  }
  return text.length
}

/**
 * Shows a Brazilian phone as far as it is typed. Everything else (0800, +351 ..., words) stays as it was typed, and
 * nothing is ever refused or cut.
 */
export function maskPhone(text: string): string {
  const number = digits(text)
  if (/[^\d\s().-]/.test(text) || number.length < 3) return text
  if (number.length > 11) return text.startsWith('(') ? number : text
  const area = number.slice(0, 2)
  const rest = number.slice(2)
  const head = rest.startsWith('9') ? 5 : 4
  if (!/^[1-9][1-9]$/.test(area) || !/^[2-9]/.test(rest) || rest.length > head + 4) return text
  return `(${area}) ${rest.slice(0, head)}${rest.length > head ? `-${rest.slice(head)}` : ''}`
}

/** The finished phone when the field is left: prefixes such as +55 or 0 go, but no digit is ever added. */
export function settlePhone(text: string): string {
  const shown = formatPhone(text.trim())
  return digits(text).endsWith(digits(shown)) ? shown : text
}
