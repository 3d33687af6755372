import { digits, fieldTexts } from '../../rules.ts'

export type Phone = { e164: string | null; key: string }

const areaCodes = new Set(
  `11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64
   65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99`.split(/\s+/)
)

/** Brazil's code and a number, also with the zero that is dialled only within the country. */
export const isOfBrazil = (number: string): boolean => /^550?\d{10,11}$/.test(number)

/** The digits behind + or 00, which begin with a country's code; null where neither is written. */
export function digitsWithCountry(text: string): string | null {
  const number = digits(text)
  const plus = /^\D*[+＋]/.test(text)
  const rest = plus || number.startsWith('00') ? number.replace(/^00/, '') : ''
  return /^[1-9]\d{6,}$/.test(rest) ? rest : null
}

/**
 * Parses a phone number. Without + or 00 it is read as a Brazilian would dial it; with them it is of the country whose
 * code it has. `e164` is null where a number is not in the national plan (0800, incomplete). `key` is the same for a
 * mobile with and without its ninth digit: area code and last eight digits; for other numbers, their digits. The key of
 * a number of another country begins with +, so that it is nobody's in Brazil. Typed numbers go through
 * `storePhone` first (../rules.ts), which knows how other countries write their numbers.
 */
export function readPhone(text: string): Phone {
  const withCountry = digitsWithCountry(text)
  if (withCountry !== null && !isOfBrazil(withCountry))
    return { e164: withCountry.startsWith('55') ? null : `+${withCountry}`, key: `+${withCountry}` }
  let number = withCountry ?? digits(text)
  if (isOfBrazil(number)) number = number.slice(2)
  else if (/^0\d{2}[1-9]\d{9,10}$/.test(number)) number = number.slice(3) // 0 + carrier code
  if (/^0\d{10,11}$/.test(number) && areaCodes.has(number.slice(1, 3))) number = number.slice(1)
  const area = number.slice(0, 2)
  const rest = number.slice(2)
  const national = areaCodes.has(area) && (/^9\d{8}$/.test(rest) || /^[2-9]\d{7}$/.test(rest))
  if (!national) return { e164: null, key: number }
  const mobile = /^[6-9]\d{7}$/.test(rest) ? `9${rest}` : rest
  return { e164: `+55${area}${mobile}`, key: area + rest.slice(-8) }
}

/** A phone in digits alone, as forms send it: 00 stands for the + of another country's number. */
export function phoneDigits(text: string): string {
  const number = digits(text)
  return readPhone(text).key.startsWith('+') ? `00${number.replace(/^00/, '')}` : number
}

/**
 * The message for a number that no telephone has: fewer than 8 digits, more than the 15 that exist worldwide, or one
 * digit throughout. Numbers of other countries pass, and so does none.
 */
export function checkPhone(text: string): string | undefined {
  const number = digits(text).replace(/^00/, '')
  const plausible = number === '' || (number.length >= 8 && number.length <= 15 && !/^(\d)\1+$/.test(number))
  return plausible ? undefined : fieldTexts.phone
}

/**
 * Formats a Brazilian phone as (11) 98765-4321; any other stays as it is. `phoneText` in ../rules.ts also
 * formats those of other countries; it is large, and the browser has it by `usePhoneText`.
 */
export function formatPhone(text: string): string {
  const { e164 } = readPhone(text)
  if (!e164?.startsWith('+55')) return text
  const number = e164.slice(3)
  return `(${number.slice(0, 2)}) ${number.slice(2, -4)}-${number.slice(-4)}`
}
