/** The largest amount that is taken: R$ 999.999.999,99. */
export const maxCents = 99_999_999_999

export const moneyText = 'Digite um valor em reais, como 1.500,00, de até R$ 999.999.999,99.'

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const amount = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 })

/** R$ 1.234,56, with its cents even where they are none. */
export const formatCents = (cents: number): string => money.format(cents / 100)

/** The same without the sign of the currency, to be edited. */
export const centsText = (cents: number | null): string => (cents === null ? '' : amount.format(cents / 100))

const grouped = /^\d{1,3}(\.\d{3})+$/

/**
 * The cents that a text means as people in Brazil write money: 1500, 1.500, 1.500,00, R$ 1500,5. A point before one or
 * two last digits is a decimal one. Null for no text; undefined for one that means no amount, or one too large.
 */
export function readMoney(text: string): number | null | undefined {
  const bare = text.replace(/\s/g, '').replace(/^(R\$|BRL)/i, '')
  if (bare === '') return bare === text.trim() ? null : undefined
  const [, whole, decimals = ''] = /^([\d.]*?)(?:[.,](\d{0,2}))?$/.exec(bare) ?? []
  if (whole === undefined || !(/^\d+$/.test(whole) || grouped.test(whole))) return undefined
  return inCents(whole.replaceAll('.', ''), decimals)
}

/** The sign before the decimals of a number: a comma in Brazil, a point in most programs. */
export type DecimalSign = ',' | '.'

/** The number that a text with this sign means, with a point, as programs write it; undefined where it means none. */
export function readDecimal(text: string, sign: DecimalSign): string | undefined {
  const pattern = sign === ',' ? /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/ : /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/
  if (!pattern.test(text)) return undefined
  return sign === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
}

/**
 * The cents of an amount in a list, whose decimals come after this sign, however many they are: with a point 1500.5,
 * 1,500.50, 99.999. One that cannot be written so is read as people in Brazil write it.
 */
export function readListedMoney(text: string, sign: DecimalSign): number | null | undefined {
  const plain = readDecimal(text.replace(/\s/g, '').replace(/^(R\$|BRL)/i, ''), sign)
  if (plain === undefined) return readMoney(text)
  // Moving the point in the text keeps 127.415 at its half cent, which a multiplication by 100 would not.
  const cents = Math.round(Number(`${plain}e2`))
  return cents < 0 || cents > maxCents ? undefined : cents
}

/** Only a comma, or only a point, can come before the decimals of these; 1.500 and 1,500 may be either. */
const certain: Record<DecimalSign, RegExp> = {
  ',': /^-?(\d+,(\d{1,2}|\d{4,})|(0|\d{4,}),\d{3}|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})$/,
  '.': /^-?(\d+\.(\d{1,2}|\d{4,})|(0|\d{4,})\.\d{3}|\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,})$/
}

/** The sign that the texts of one column have before their decimals; a comma, as in Brazil, where they do not say. */
export function decimalSignOf(texts: readonly string[]): DecimalSign {
  const bare = texts.map(text => text.replace(/\s/g, '').replace(/^(R\$|BRL)/i, ''))
  return bare.some(text => certain['.'].test(text)) && !bare.some(text => certain[','].test(text)) ? '.' : ','
}

function inCents(whole: string, decimals: string): number | undefined {
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return cents > maxCents ? undefined : cents
}

const groups = (digits: string): string => (digits === '' ? '' : BigInt(digits).toLocaleString('pt-BR'))

/**
 * The text of a field while an amount is typed at its end: thousands in groups, at most two decimals. A point stays as
 * it was typed until it is clear which kind it is.
 */
export function maskMoney(text: string, before: string): string {
  const bare = text.replace(/[^\d.,]/g, '')
  const comma = bare.indexOf(',')
  if (comma >= 0)
    return `${groups(bare.slice(0, comma).replaceAll('.', ''))},${bare.slice(comma).replace(/\D/g, '').slice(0, 2)}`
  const point = bare.lastIndexOf('.')
  const rest = bare.slice(point + 1)
  // Taken away from 1.500, a digit leaves 150; taken away from 1500.50, it leaves 1500.5.
  const shortened = text.length < before.length && (grouped.test(before) || /^\d+$/.test(before))
  if (point < 0 || rest.length > 2 || shortened) return groups(bare.replaceAll('.', ''))
  return `${groups(bare.slice(0, point).replaceAll('.', ''))}.${rest}`
}
