import AdIcon from '@mui/icons-material/AdsClickOutlined'
import ChosenIcon from '@mui/icons-material/CheckCircleOutlined'
import ContactIcon from '@mui/icons-material/ContactPhoneOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import Button from '@mui/material/Button'
import { memo, useState } from 'react'
import { type ChannelKind, channelRules } from '../../../services/channels/rules.ts'
import { kindLabels, type MessageKind } from '../../../services/conversations/rules.ts'
import type { ChoiceList, Message } from '../../../services/conversations/schema.ts'
import { cut } from '../../../services/core/rules.ts'
import { counted } from '../core/format.ts'
import { visuallyHidden } from '../ui/visuallyHidden.ts'
import { Album } from './Album.tsx'
import type { ChoiceData } from './choices.ts'
import { FilePart } from './FilePart.tsx'
import { RichText } from './RichText.tsx'
import { onlyEmoji } from './words.ts'

export type BodyProps = {
  conversationId: string
  channel: ChannelKind
  /** Of the person whom the conversation is with. */
  name: string
  message: Message
  /** Further pictures that were sent with this one. */
  further?: readonly Message[] | undefined
  /** What the person chose of this question. */
  chosen?: string | undefined
}

/** What is said of a kind above its words. */
const about: Partial<Record<MessageKind, string>> = {
  story_reply: 'Respondeu ao seu story',
  story_mention: 'Mencionou você no story',
  share: 'Compartilhou uma publicação',
  button: 'Tocou no botão',
  interactive: 'Escolheu',
  template: 'Modelo',
  order: 'Fez um pedido'
}

/** What a message says and brings, by its kind. */
export const MessageBody = memo(function MessageBody({
  conversationId,
  channel,
  name,
  message,
  further,
  chosen
}: BodyProps) {
  const { kind, text, file, data, direction, replyTo } = message
  const asks = kind === 'interactive' && direction === 'out'
  // The question that it answers is quoted above it.
  const answers = kind === 'interactive' && replyTo?.id
  const items = kind === 'order' && typeof data.items === 'number' ? ` de ${counted(data.items, 'item', 'itens')}` : ''
  const label = asks || answers || !about[kind] ? undefined : about[kind] + items
  // What is shown with the place already.
  const named = kind === 'location' || kind === 'contacts'
  const referral = data.referral as Referral | undefined
  return (
    <>
      {Boolean(data.group) && <div className="label">Escreveu em um grupo</div>}
      {referral && <Advertisement referral={referral} />}
      {label && <div className="label">{label}</div>}
      {further && <Album conversationId={conversationId} name={name} pictures={[message, ...further]} />}
      {file && !further && (
        <div className={kind === 'story_reply' ? 'story' : undefined}>
          <FilePart conversationId={conversationId} message={message} />
        </div>
      )}
      {kind === 'location' && <Place data={data} text={text} />}
      {kind === 'contacts' && <Cards data={data} text={text} />}
      {kind === 'unsupported' && (
        <div className="text gone">
          {hiddenTexts[String(data.hidden)] ?? 'O canal não mostra este tipo de mensagem aqui.'} Veja no aplicativo do
          celular.
        </div>
      )}
      {text?.trim()
        ? !named && <LongText text={text} markup={kind !== 'note' && channelRules[channel].markup} />
        : !file &&
          !label &&
          !['location', 'contacts', 'unsupported'].includes(kind) && (
            <div className="text gone">{kindLabels[kind]}</div>
          )}
      {kind === 'order' && <OrderLines data={data} />}
      {Array.isArray(data.answers) && <Answers answers={data.answers as AnswersProps['answers']} />}
      {asks && <Choices choices={data as ChoiceData} chosen={chosen} />}
    </>
  )
})

/** What a channel says is there, and does not pass on. */
const hiddenTexts: Record<string, string> = {
  poll: 'Mandou uma enquete, que o canal não mostra aqui.',
  viewOnce: 'Mandou uma mídia de visualização única, que o canal não mostra aqui.',
  event: 'Mandou um evento, que o canal não mostra aqui.',
  invitation: 'Mandou um convite para um grupo, que o canal não mostra aqui.'
}

type Referral = Partial<Record<'headline' | 'body' | 'source_url' | 'source_type' | 'source_id', unknown>>

/** The advertisement from which the person came. */
function Advertisement({ referral: { headline, body, source_url } }: { referral: Referral }) {
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

/** What was ordered, and what it comes to where everything has a price in one currency. */
function OrderLines({ data }: { data: Message['data'] }) {
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

/** Of any currency that a catalogue names; one that is none stays beside the number. */
function amount(value: number, currency: string): string {
  try {
    return new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(value)
  } catch {
    return `${value} ${currency}`
  }
}

type AnswersProps = { answers: { field: string; value: string }[] }

/** What a form in the channel was filled in with. */
const Answers = ({ answers }: AnswersProps) => (
  <dl className="answers">
    {answers.map(({ field, value }) => (
      <div key={field}>
        <dt>{field.replaceAll('_', ' ')}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Letters after which a text is folded. */
const long = 700

function LongText({ text, markup }: { text: string; markup: boolean }) {
  const [whole, setWhole] = useState(text.length <= long + 200)
  return (
    <>
      <div className={`text ${onlyEmoji(text) ? 'large' : ''}`} dir="auto">
        <RichText text={whole ? text : `${cut(text, long)}…`} markup={markup} />
      </div>
      {!whole && (
        <Button
          size="small"
          color="inherit"
          onClick={() => setWhole(true)}
          sx={{ ml: -1, textDecoration: 'underline' }}
        >
          Ler tudo
        </Button>
      )}
    </>
  )
}

type ChoicesProps = { choices: ChoiceData; chosen?: string | undefined }

/** What the person was given to choose from, and what they chose. */
export function Choices({ choices: { buttons = [], list }, chosen }: ChoicesProps) {
  const rows: ChoiceList['rows'] = list?.rows ?? buttons.map(title => ({ title }))
  return (
    <>
      {list && <div className="opens">{list.button}</div>}
      <ul className="choices" aria-label={list ? `Lista ${list.button}` : 'Botões'}>
        {rows.map(({ title, description }) => (
          <li key={title} className={title === chosen ? 'chosen' : undefined}>
            {title === chosen && (
              <>
                <ChosenIcon fontSize="inherit" aria-hidden />{' '}
              </>
            )}
            {title}
            {title === chosen && <span style={visuallyHidden}> (escolhida)</span>}
            {description && <small>{description}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Place({ data, text }: { data: Message['data']; text: string | null }) {
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
function Cards({ data, text }: { data: Message['data']; text: string | null }) {
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
