import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString
} from 'libphonenumber-js/min'
import { digitsWithCountry } from '../../core/telephone/brazil/rules.ts'
import { phonesOf } from './phones.ts'
import { plainHeading } from './rules.ts'

/** Names that no list of countries has. */
const shortNames: Record<string, CountryCode> = {
  eua: 'US',
  usa: 'US',
  'estados unidos da america': 'US',
  'united states of america': 'US',
  uk: 'GB',
  inglaterra: 'GB',
  england: 'GB',
  holanda: 'NL',
  'republica federativa do brasil': 'BR'
}

/** Codes that several countries share, by the one that the number's plan is of. */
const sharedCodes: Record<string, CountryCode> = { 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 47: 'NO', 61: 'AU' }

let byName: Map<string, CountryCode> | undefined

/** The countries by what a list calls them, in Portuguese, in English, by two letters, and by the code that is dialled. */
function countries(): Map<string, CountryCode> {
  const names = ['pt-BR', 'en'].map(language => new Intl.DisplayNames(language, { type: 'region' }))
  const found = new Map<string, CountryCode>()
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country)
    if (!found.has(code)) found.set(code, sharedCodes[code] ?? country)
    found.set(country.toLowerCase(), country)
    for (const name of names) found.set(plainHeading(name.of(country) ?? country), country)
  }
  for (const [name, country] of Object.entries(shortNames)) found.set(name, country)
  return found
}

/** The country that a text names; undefined where it names none. */
export function countryOf(text: string): CountryCode | undefined {
  if (text.length > 60) return undefined
  byName ??= countries()
  return byName.get(plainHeading(text).replace(/^00(?=\d)/, ''))
}

/**
 * The telephones of a cell with their country's code, where their country is another one than Brazil and they are of its
 * plan; any other text as it is.
 */
export function withCountryCode(text: string, country: CountryCode | undefined): string {
  if (country === undefined || country === 'BR') return text
  const { numbers } = phonesOf(text)
  const coded = numbers.map(number => {
    if (digitsWithCountry(number) !== null) return number
    const found = parsePhoneNumberFromString(number, country)
    return found?.isValid() ? found.number : number
  })
  return coded.some((number, at) => number !== numbers[at]) ? coded.join(' ::: ') : text
}
