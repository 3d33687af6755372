import { digits } from '../../core/rules.ts'

/** True for eleven digits whose last two are the check digits of a CPF. */
function isCpf(value: string): boolean {
  if (value.length !== 11 || /^(.)\1{10}$/.test(value)) return false
  const digit = (length: number) => {
    const sum = [...value.slice(0, length)].reduce((total, each, i) => total + Number(each) * (length + 1 - i), 0)
    return ((sum * 10) % 11) % 10
  }
  return digit(9) === Number(value[9]) && digit(10) === Number(value[10])
}

/** True for a number that passes the check of payment cards (ISO/IEC 7812-1, Luhn). */
function isCard(value: string): boolean {
  if (value.length < 14 || value.length > 19 || /^0+$/.test(value)) return false
  const sum = [...value].reverse().reduce((total, each, i) => {
    const n = Number(each) * (i % 2 === 0 ? 1 : 2)
    return total + (n > 9 ? n - 9 : n)
  }, 0)
  return sum % 10 === 0
}

/** Removes CPFs and card numbers from a text for the provider, which does not need them. */
export const redact = (text: string): string =>
  text
    .replace(/(?<!\d)\d{3}\.\d{3}\.\d{3}-?\d{2}(?!\d)/g, '[CPF]')
    .replace(/(?<![\w/-])\d(?:[ .-]?\d){13,18}(?![\w/-])/g, found => (isCard(digits(found)) ? '[cartão]' : found))
    .replace(/(?<!\d)\d{9}-?\d{2}(?!\d)/g, found => (isCpf(digits(found)) ? '[CPF]' : found))
