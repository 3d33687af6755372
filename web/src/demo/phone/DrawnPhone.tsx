import MoreIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import LikeIcon from '@mui/icons-material/FavoriteBorderOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import MicIcon from '@mui/icons-material/MicNoneOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import StoryIcon from '@mui/icons-material/WebStoriesOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Phone, PhoneLine, Play } from '../../../../services/demo/phone/schema.ts'
import { channelNames, channelRules } from '../../../../services/messaging/channels/rules.ts'
import { RichText } from '../../messaging/conversations/RichText.tsx'
import { useCompany } from '../../shell/company.ts'
import { usePlay, useReading } from './api.ts'
import { Device, DeviceHead, Line, Lines } from './style.ts'

/** A customer's phone, open at the conversation with the company. */
export function DrawnPhone({ phone }: { phone: Phone }) {
  const { id, channel, name, businessTyping, conversationId, messages } = phone
  const company = useCompany()?.name ?? 'Empresa'
  const [text, setText] = useState('')
  const play = usePlay(id)
  const lines = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const unread = messages.some(({ from, status }) => from === 'business' && status !== 'read' && status !== 'played')
  useReadAtOnce(id, unread ? (last?.id ?? '') : '')

  // The messages alone are scrolled: on a phone the page would go with them.
  useEffect(() => {
    if (last?.id) lines.current?.scrollTo({ top: lines.current.scrollHeight })
  }, [last?.id])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const said = text.trim()
    if (!said || play.isPending) return
    play.mutate({ kind: 'text', text: said }, { onSuccess: () => setText('') })
  }
  const does = (label: string, icon: ReactNode, what: Play | undefined) => (
    <Tooltip title={label}>
      <span>
        <IconButton
          aria-label={label}
          disabled={what === undefined || play.isPending}
          onClick={() => what && play.mutate(what)}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  )
  const theirs = messages.findLast(({ from, deleted }) => from === 'business' && !deleted)
  const own = messages.findLast(({ from, deleted }) => from === 'customer' && !deleted)

  return (
    <Device aria-label={`Telefone de ${name}`}>
      <DeviceHead>
        <Box sx={{ minWidth: 0 }}>
          <b>{company}</b>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }} aria-live="polite">
            {businessTyping ? 'digitando…' : `${channelNames[channel]} de ${name}`}
          </Box>
        </Box>
      </DeviceHead>
      <Lines ref={lines} role="log" aria-label="Mensagens no telefone" tabIndex={0}>
        {messages.length === 0 && (
          <Box sx={{ m: 'auto', px: 2, color: 'text.secondary', textAlign: 'center' }}>
            {conversationId
              ? 'A demonstração foi reiniciada, e este telefone esqueceu a conversa. Escreva para continuar.'
              : 'Escreva a primeira mensagem.'}
          </Box>
        )}
        {messages.map(line => (
          <LineView
            key={line.id}
            line={line}
            markup={channelRules[channel].markup}
            of={messages}
            onChoose={choice =>
              play.mutate({ kind: line.kind === 'list' ? 'list' : 'button', messageId: line.id, choice })
            }
          />
        ))}
      </Lines>
      <Box sx={{ display: 'flex', px: 1, pt: 0.5 }}>
        {does('Mandar uma foto', <ImageIcon />, { kind: 'image' })}
        {does('Mandar um áudio', <MicIcon />, { kind: 'audio' })}
        {channel === 'instagram' &&
          does(
            'Responder a um story',
            <StoryIcon />,
            text.trim() ? { kind: 'storyReply', text: text.trim() } : undefined
          )}
        {does(
          'Curtir a última resposta',
          <LikeIcon />,
          theirs && { kind: 'reaction', messageId: theirs.id, emoji: '❤️' }
        )}
        {does('Apagar a última mensagem', <DeleteIcon />, own && { kind: 'delete', messageId: own.id })}
        <MoreMenu phone={phone} text={text} own={own} onPlay={play.mutate} onTaken={() => setText('')} />
      </Box>
      <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 1, p: 1, pt: 0 }}>
        <InputBase
          value={text}
          onChange={event => setText(event.target.value)}
          placeholder="Mensagem"
          sx={{ flex: 1, px: 2, minHeight: 44, borderRadius: 22, bgcolor: theme => theme.tokens.sunken }}
          inputProps={{ 'aria-label': `Mensagem de ${name}`, maxLength: 2000 }}
        />
        <IconButton type="submit" color="primary" aria-label="Enviar como cliente" disabled={!text.trim()}>
          <SendIcon />
        </IconButton>
      </Box>
    </Device>
  )
}

type MoreProps = {
  phone: Phone
  text: string
  own: PhoneLine | undefined
  onPlay: (play: Play) => void
  /** Called when the typed text was sent with it. */
  onTaken: () => void
}

type Item = [label: string, play: Play | undefined, takesText?: boolean]

const ofInstagram: Item[] = [['Mencionar no story', { kind: 'storyMention' }]]
const ofWhatsapp: Item[] = [
  ['Fazer um pedido do catálogo', { kind: 'order' }],
  ['Responder a um formulário', { kind: 'form' }],
  ['Chegar por um anúncio', { kind: 'ad' }],
  ['Escrever em um grupo', { kind: 'group' }]
]

/** Rarer actions of a customer, and those of the company's own telephone. */
function MoreMenu({ phone: { channel }, text, own, onPlay, onTaken }: MoreProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const words = text.trim()
  const items: Item[] = [
    ['Mandar um vídeo', { kind: 'video' }],
    ['Mandar um documento', { kind: 'document' }],
    ['Mandar uma figurinha', { kind: 'sticker' }],
    ['Mandar onde está', { kind: 'location' }],
    ['Mandar várias fotos', { kind: 'album' }],
    ['Mandar um contato', { kind: 'contact' }],
    ...(channel === 'instagram' ? ofInstagram : ofWhatsapp),
    ['Mandar o que o canal não mostra', { kind: 'unsupported' }],
    [
      'Trocar a última mensagem pelo texto',
      own?.kind === 'text' && words ? { kind: 'edit', messageId: own.id, text: words } : undefined,
      true
    ],
    ['Enviar o texto pelo celular da empresa', words ? { kind: 'fromBusiness', text: words } : undefined, true]
  ]
  return (
    <>
      <IconButton
        aria-label="Mais do telefone"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {items.map(([label, play, takesText]) => (
          <MenuItem
            key={label}
            disabled={!play}
            onClick={() => {
              setAnchor(null)
              if (play) onPlay(play)
              if (takesText) onTaken()
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** An open conversation marks arriving messages as read, once each. */
function useReadAtOnce(id: string, unread: string): void {
  const { mutate } = useReading(id)
  const done = useRef('')
  useEffect(() => {
    if (!unread || done.current === unread) return
    done.current = unread
    mutate()
  }, [unread, mutate])
}

const kindTexts: Record<string, string> = {
  image: '📷 Foto',
  audio: '🎤 Áudio',
  voice: '🎤 Áudio',
  video: '🎬 Vídeo',
  document: '📄 Documento',
  file: '📄 Documento',
  sticker: 'Figurinha',
  location: '📍 Localização',
  contacts: '👤 Contato',
  order: '🛒 Pedido',
  form: '📋 Formulário',
  story_mention: 'Menção no story',
  story_reply: 'Resposta ao story',
  unsupported: 'Mensagem sem suporte'
}

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

/** Kinds that are shown or played need no label. */
const shown = ['image', 'audio', 'voice', 'video', 'sticker']

type LineProps = { line: PhoneLine; markup: boolean; of: readonly PhoneLine[]; onChoose: (choice: string) => void }

function LineView({ line, markup, of, onChoose }: LineProps) {
  const { from, at, replyTo, choices, reactions, edited, deleted, seen } = line
  const quoted = replyTo && of.find(({ id }) => id === replyTo)
  return (
    <Line data-own={from === 'customer' ? '' : undefined}>
      {quoted && (
        <Box sx={{ pl: 1, mb: 0.5, borderLeft: '3px solid', opacity: 0.8, fontSize: '0.8125rem' }}>
          {quoted.text || kindTexts[quoted.kind]}
        </Box>
      )}
      {deleted ? <i>Mensagem apagada</i> : <Content line={line} markup={markup} />}
      {choices.map(({ id, title }) => (
        <Button key={id} fullWidth size="small" variant="outlined" onClick={() => onChoose(id)} sx={{ mt: 0.5 }}>
          {title}
        </Button>
      ))}
      <small>
        {reactions.length > 0 && `${reactions.join(' ')} `}
        {edited && !deleted && 'editada '}
        {clock.format(at)}
        {from === 'customer' && (seen ? ' ✓✓ vista' : ' ✓')}
      </small>
    </Line>
  )
}

const Content = ({ line: { kind, text, file }, markup }: Pick<LineProps, 'line' | 'markup'>) => (
  <>
    {file && shown.includes(kind) ? (
      <FileView kind={kind} file={file} />
    ) : (
      kindTexts[kind] && <div>{kindTexts[kind]}</div>
    )}
    <RichText text={text} markup={markup} />
  </>
)

function FileView({ kind, file }: { kind: string; file: string }) {
  const words = kindTexts[kind]
  if (kind === 'audio' || kind === 'voice')
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a customer says
    return <audio controls preload="metadata" src={file} aria-label={words} />
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a customer says
    return <video controls preload="metadata" src={file} aria-label={words} />
  return <img src={file} alt={words} data-kind={kind} />
}
