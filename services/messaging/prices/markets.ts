import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString
} from 'libphonenumber-js/min'
import { readPhone } from '../../core/telephone/brazil/rules.ts'

/** The regions of Meta's card for countries without a line of their own ("WhatsApp: markets by country code"). */
const regions: Record<string, { names: readonly [string, ...string[]]; countries: string }> = {
  north_america: { names: ['América do Norte', 'North America'], countries: 'US CA' },
  rest_of_latin_america: {
    names: ['Resto da América Latina', 'Rest of Latin America'],
    countries: 'BO CR DO EC SV GT HT HN JM NI PA PY PR UY VE'
  },
  rest_of_western_europe: {
    names: ['Resto da Europa Ocidental', 'Rest of Western Europe'],
    countries: 'AT BE DK FI IE NO PT SE CH'
  },
  rest_of_central_eastern_europe: {
    names: [
      'Resto da Europa Central e Oriental',
      'Rest of Central & Eastern Europe',
      'Rest of Central and Eastern Europe'
    ],
    countries: 'AL AM AZ BY BG HR CZ GE GR HU LV LT MD MK PL RO RS SK SI UA'
  },
  rest_of_middle_east: {
    names: ['Resto do Oriente Médio', 'Rest of Middle East'],
    countries: 'BH IQ JO KW LB OM QA YE'
  },
  rest_of_africa: {
    names: ['Resto da África', 'Rest of Africa'],
    countries:
      'DZ AO BJ BW BF BI CM TD CG ER ET GA GM GH GW CI KE LS LR LY MG MW ML MR MA MZ NA NE RW SN SL SO SS SD SZ TZ TG TN UG ZM'
  },
  rest_of_asia_pacific: {
    names: ['Resto da Ásia e do Pacífico', 'Rest of Asia Pacific'],
    countries: 'AF AU BD KH CN HK JP LA MN NP NZ PG PH SG LK TW TJ TH TM UZ VN'
  },
  other: { names: ['Outros países', 'Other', 'Others'], countries: '' }
}

const regionOf = new Map(
  Object.entries(regions).flatMap(([region, { countries }]) =>
    countries.split(' ').map(country => [country, region] as const)
  )
)

const otherNames: Record<string, CountryCode> = {
  'united states': 'US',
  usa: 'US',
  uk: 'GB',
  uae: 'AE',
  turkey: 'TR',
  'south korea': 'KR'
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

let marketNames: Map<string, string> | undefined

function marketsByName(): Map<string, string> {
  const found = new Map<string, string>(Object.entries(otherNames))
  const names = ['pt-BR', 'en'].map(language => new Intl.DisplayNames(language, { type: 'region' }))
  for (const country of getCountries()) {
    found.set(country.toLowerCase(), country)
    for (const name of names) found.set(plain(name.of(country) ?? country), country)
  }
  for (const [region, { names: called }] of Object.entries(regions))
    for (const name of [region, ...called]) found.set(plain(name), region)
  return found
}

/** The market that a card names: a country by two letters, a region by its word; undefined for none of Meta's. */
export function readMarket(name: string): string | undefined {
  marketNames ??= marketsByName()
  return marketNames.get(plain(name))
}

const shown = new Intl.DisplayNames('pt-BR', { type: 'region' })

export const marketName = (market: string): string => regions[market]?.names[0] ?? shown.of(market) ?? market

/** The country that is meant where several share a code and the number does not say. */
const sharedCodes: Record<string, CountryCode> = { 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 47: 'NO', 61: 'AU' }

function countryOf(e164: string): string | undefined {
  if (e164.startsWith('+55')) return 'BR'
  const number = parsePhoneNumberFromString(e164)
  if (!number) return undefined
  const code = number.countryCallingCode
  return number.country ?? sharedCodes[code] ?? getCountries().find(each => getCountryCallingCode(each) === code)
}

const lastResort = ['other']

const ofCountry = (country: string | undefined): string[] =>
  country ? [country, ...[regionOf.get(country) ?? []].flat(), 'other'] : lastResort

/** The markets of a telephone as leads have it, the nearest first. */
export const marketsOfPhone = (phone: string): string[] => {
  const { e164 } = readPhone(phone)
  return e164 ? ofCountry(countryOf(e164)) : lastResort
}

/** The same for an address at the provider: a number in digits, or an id that begins with the country. */
export function marketsOfContact(contact: string): string[] {
  const [, country] = /^([A-Z]{2})\./.exec(contact) ?? []
  return country ? ofCountry(country) : ofCountry(countryOf(`+${contact}`))
}
