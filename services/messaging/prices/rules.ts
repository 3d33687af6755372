/** The categories by which the provider charges; `service`: an answer that is no template. */
export const priceCategories = ['marketing', 'utility', 'authentication', 'service'] as const
export type PriceCategory = (typeof priceCategories)[number]

export const priceCategoryLabels: Record<PriceCategory, string> = {
  marketing: 'Divulgação',
  utility: 'Utilidade',
  authentication: 'Autenticação',
  service: 'Atendimento'
}

/**
 * Rules of a card besides its prices: answers that are free for a number and month, without which all are; and whether
 * utility templates cost while the window is open.
 */
export type CardRules = { freeServiceMessages?: number | null; utilityInWindow?: 'free' | 'charged' }

/** A price in millionths of its currency. */
export type Price = { currency: string; micros: number }

/** From this share of the limit on, people are warned. */
export const warnedShare = 0.8

export const maxMicros = 1_000_000_000_000

export const priceTexts = {
  unknown: 'preço não informado',
  comma: 'Escreva o preço com ponto, como 0.3250.',
  wrong: 'Escreva o preço em números, com até seis casas, como 0.3250.',
  none: 'Informe o preço de ao menos uma categoria.',
  market: 'Escolha um país ou uma região da tabela da Meta, como BR ou Rest of Latin America.',
  limit: 'O limite de gastos do mês com o WhatsApp foi atingido. Aumente o limite na configuração do WhatsApp.'
} as const

/** Why a decimal is no price; undefined where it is one. */
export function priceProblem(text: string): string | undefined {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return undefined
  return /^\d{1,6},\d{1,6}$/.test(text) ? priceTexts.comma : priceTexts.wrong
}

const blank = /^(|-|–|—|n\/?a|n\.a\.|none)$/i

/**
 * The decimal in a cell of a list, whatever currency stands beside it and whether a comma or a point is its sign; null
 * for a cell that says that there is none, undefined for one that is no price.
 */
export function readListedPrice(cell: string): string | null | undefined {
  const bare = cell.replace(/\s/g, '').replace(/^(R\$|US\$|\$US|\$|€|£|₹|[A-Z]{3})|(€|£|[A-Z]{3})$/g, '')
  if (blank.test(bare)) return null
  const sign = bare.lastIndexOf(',') > bare.lastIndexOf('.') ? ',' : '.'
  const plain = bare.replaceAll(sign === ',' ? '.' : ',', '').replace(',', '.')
  return priceProblem(plain) === undefined ? plain : undefined
}

const money = new Map<string, Intl.NumberFormat>()

/** An amount as people read it; of prices below a cent their further decimals too. */
export function formatMicros({ currency, micros }: Price): string {
  const fine = micros % 10_000 !== 0 && Math.abs(micros) < 10_000_000
  const key = `${currency} ${fine}`
  let format = money.get(key)
  if (!format) {
    format = new Intl.NumberFormat('pt-BR', {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: fine ? 4 : 2
    })
    money.set(key, format)
  }
  return format.format(micros / 1_000_000)
}

export const priceText = (price: Price | null): string => (price ? formatMicros(price) : priceTexts.unknown)

/** The month of a moment by the clock of a zone, as 2026-11. */
export const monthOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(at).slice(0, 7)
