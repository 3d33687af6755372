import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { digits } from '../rules.ts'
import { digitsWithCountry, formatPhone, isOfBrazil, readPhone } from './brazil/rules.ts'

// The plans of all countries are larger than a public page, so only `usePhoneText` loads this file in the browser.

/**
 * A phone as it is stored. A Brazilian one, as is any number without + or 00, keeps the typed digits. One of another
 * country becomes +4722123456, without the prefix that is dialled only within it, so that all its spellings are equal.
 * A number of no country keeps its + too: a message for it must not reach somebody in Brazil.
 */
export function storePhone(text: string): string {
  const number = digitsWithCountry(text)
  if (number === null || isOfBrazil(number)) return digits(text)
  // Mexico gave up the 1 of its mobiles in 2019; WhatsApp still writes it.
  const international = `+${number.replace(/^521(?=\d{10}$)/, '52')}`
  return parsePhoneNumberFromString(international)?.number ?? international
}

/** The key by which leads with the phone are found, however it was typed. */
export const phoneKey = (text: string): string => readPhone(storePhone(text)).key

/**
 * A number as it is stored that came with its country's code and without a +, as providers write it. Brazilian mobiles
 * often come without their ninth digit.
 */
export function storeDialled(number: string): string {
  const { e164 } = readPhone(`+${number}`)
  if (e164?.startsWith('+55')) return e164.slice(3)
  return isOfBrazil(number) ? number.slice(2) : storePhone(`+${number}`)
}

/** A number of another country that was typed without its +; null where there is no such number. */
export function findForeign(number: string): string | null {
  const found = number.startsWith('55') ? undefined : parsePhoneNumberFromString(`+${number}`)
  return found?.isValid() ? found.number : null
}

/** Formats a phone as people of its country write it: (11) 98765-4321, +47 22 12 34 56. */
export function phoneText(text: string): string {
  const { e164 } = readPhone(text)
  if (!e164 || e164.startsWith('+55')) return formatPhone(text)
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164
}
