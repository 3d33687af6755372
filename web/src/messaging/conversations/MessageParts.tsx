import AdIcon from '@mui/icons-material/AdsClickOutlined'
import ContactIcon from '@mui/icons-material/ContactPhoneOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import { cut } from '../../../../services/core/rules.ts'
import type { Message } from '../../../../services/messaging/conversations/schema.ts'

export type Referral = Partial<Record<'headline' | 'body' | 'source_url' | 'source_type' | 'source_id', unknown>>

/** The advertisement from which the person came. */
export function Advertisement({ referral: { headline, body, source_url } }: { referral: Referral }) {
  const address = typeof source_url === 'string' && /^https?:\/\//i.test(source_url) ? source_url : null
  return (
    <div className="card">
      <div className="label">
        <AdIcon aria-hidden /> {headline ? `Veio do anúncio “${String(headline)}”` : 'Veio de um anúncio'}
      </div>
      {typeof body === 'string' && <div className="about">{cut(body, 200)}</div>}
      {address && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          Ver o anúncio
        </a>
      )}
    </div>
  )
}

type Line = { product: string | null; quantity: number; price?: number; currency?: string }

/** The ordered items, with the total where everything has a price in one currency. */
export function OrderLines({ data }: { data: Message['data'] }) {
  const lines = Array.isArray(data.lines) ? (data.lines as Line[]) : []
  if (lines.length === 0) return null
  const currency = lines[0]?.currency
  const priced = currency && lines.every(line => line.price !== undefined && line.currency === currency)
  const total = lines.reduce((sum, { quantity, price = 0 }) => sum + quantity * price, 0)
  return (
    <ul className="lines" aria-label="Itens do pedido">
      {lines.map(({ product, quantity, price, currency }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
        <li key={place}>
          {quantity} × {product ?? 'item sem código'}
          {price !== undefined && currency && <span>{amount(quantity * price, currency)}</span>}
        </li>
      ))}
      {priced && lines.length > 1 && (
        <li>
          <b>Total</b> <b>{amount(total, currency)}</b>
        </li>
      )}
    </ul>
  )
}

/** An amount in the currency of the catalogue; an invalid currency is written beside the number. */
function amount(value: number, currency: string): string {
  try {
    return new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(value)
  } catch {
    return `${value} ${currency}`
  }
}

export type AnswersProps = { answers: { field: string; value: string }[] }

/** The answers in a form of the channel. */
export const Answers = ({ answers }: AnswersProps) => (
  <dl className="answers">
    {answers.map(({ field, value }) => (
      <div key={field}>
        <dt>{field.replaceAll('_', ' ')}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)

export function Place({ data, text }: { data: Message['data']; text: string | null }) {
  const place = (data.place ?? {}) as { latitude?: number; longitude?: number; name?: string; address?: string }
  const { latitude, longitude, name = text?.trim() || 'Localização', address } = place
  return (
    <div className="file">
      <PlaceIcon aria-hidden />
      <span>
        {name}
        {address && address !== name && <small>{address}</small>}
        {latitude !== undefined && longitude !== undefined && (
          <small>
            <a
              href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
              target="_blank"
              rel="noopener noreferrer"
              style={{ color: 'inherit' }}
            >
              Ver no mapa
            </a>
          </small>
        )}
      </span>
    </div>
  )
}

type Card = { name?: string | null; company?: string | null; phones?: string[]; emails?: string[] }

/** People whom the customer recommends. Messages of before have the telephones alone. */
export function Cards({ data, text }: { data: Message['data']; text: string | null }) {
  const older: Card = { name: text, phones: Array.isArray(data.phones) ? data.phones : [] }
  const cards = Array.isArray(data.cards) ? (data.cards as Card[]) : [older]
  return cards.map(({ name, company, phones = [], emails = [] }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change
    <div key={place} className="file">
      <ContactIcon aria-hidden />
      <span>
        {name ?? 'Contato'}
        {company && <small>{company}</small>}
        {phones.length === 0 && <small>Contato sem número</small>}
        {phones.map(phone => (
          <small key={phone}>
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} style={{ color: 'inherit' }}>
              {phone}
            </a>
          </small>
        ))}
        {emails.map(email => (
          <small key={email}>{email}</small>
        ))}
      </span>
    </div>
  ))
}
