import ChosenIcon from '@mui/icons-material/CheckCircleOutlined'
import Button from '@mui/material/Button'
import { memo, useState } from 'react'
import { cut } from '../../../../services/core/rules.ts'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import { kindLabels, type MessageKind } from '../../../../services/messaging/conversations/rules.ts'
import type { ChoiceList, Message } from '../../../../services/messaging/conversations/schema.ts'
import { counted } from '../../core/format.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { Album } from './Album.tsx'
import type { ChoiceData } from './choices.ts'
import { FilePart } from './FilePart.tsx'
import { Advertisement, Answers, type AnswersProps, Cards, OrderLines, Place, type Referral } from './MessageParts.tsx'
import { RichText } from './RichText.tsx'
import { type Call, callText, onlyEmoji } from './words.ts'

export type BodyProps = {
  conversationId: string
  channel: ChannelKind
  /** The name of the conversation's person. */
  name: string
  message: Message
  /** Further pictures that were sent with this one. */
  further?: readonly Message[] | undefined
  /** The person's choice in this question. */
  chosen?: string | undefined
}

/** The label of a kind above its text. */
const about: Partial<Record<MessageKind, string>> = {
  story_reply: 'Respondeu ao seu story',
  story_mention: 'Mencionou você no story',
  share: 'Compartilhou uma publicação',
  button: 'Tocou no botão',
  interactive: 'Escolheu',
  template: 'Modelo',
  order: 'Fez um pedido'
}

/** The text and content of a message, by its kind. */
export const MessageBody = memo(function MessageBody({
  conversationId,
  channel,
  name,
  message,
  further,
  chosen
}: BodyProps) {
  const { kind, text, file, data, direction, replyTo } = message
  const asks = (kind === 'interactive' || (kind === 'template' && Boolean(data.buttons))) && direction === 'out'
  // The question that it answers is quoted above it.
  const answers = kind === 'interactive' && replyTo?.id
  const items = kind === 'order' && typeof data.items === 'number' ? ` de ${counted(data.items, 'item', 'itens')}` : ''
  const filled = Array.isArray(data.answers) && data.answers.length > 0
  const label = filled ? 'Respondeu ao formulário' : asks || answers || !about[kind] ? undefined : about[kind] + items
  // The place already shows its name.
  const named = kind === 'location' || kind === 'contacts' || filled
  const referral = data.referral as Referral | undefined
  const product = data.product as { id?: unknown } | undefined
  return (
    <>
      {Boolean(data.group) && <div className="label">Escreveu em um grupo</div>}
      {referral && <Advertisement referral={referral} />}
      {typeof product?.id === 'string' && <div className="label">{`Sobre o produto ${product.id}`}</div>}
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
      {kind === 'call' && <div className="text">{callText(data.call as Call | undefined, direction)}</div>}
      {text?.trim()
        ? !named && <LongText text={text} markup={kind !== 'note' && channelRules[channel].markup} />
        : !file &&
          !label &&
          !['location', 'contacts', 'unsupported', 'call'].includes(kind) && (
            <div className="text gone">{kindLabels[kind]}</div>
          )}
      {kind === 'order' && <OrderLines data={data} />}
      {filled && <Answers answers={data.answers as AnswersProps['answers']} />}
      {asks && <Choices choices={data as ChoiceData} chosen={chosen} />}
    </>
  )
})

/** Texts for content that a channel mentions but does not deliver. */
const hiddenTexts: Record<string, string> = {
  poll: 'Mandou uma enquete, que o canal não mostra aqui.',
  viewOnce: 'Mandou uma mídia de visualização única, que o canal não mostra aqui.',
  event: 'Mandou um evento, que o canal não mostra aqui.',
  invitation: 'Mandou um convite para um grupo, que o canal não mostra aqui.'
}

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

/** The choices offered to the person, and the one they chose. */
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
