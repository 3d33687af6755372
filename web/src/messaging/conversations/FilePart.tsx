import AudioIcon from '@mui/icons-material/AudiotrackOutlined'
import ContactIcon from '@mui/icons-material/ContactPhoneOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import VideoIcon from '@mui/icons-material/VideocamOutlined'
import Button from '@mui/material/Button'
import type { ComponentType } from 'react'
import { kindLabels, type MessageKind } from '../../../../services/messaging/conversations/rules.ts'
import type { Message } from '../../../../services/messaging/conversations/schema.ts'
import { MediaPart } from './MediaPart.tsx'
import { useFileSave } from './messages/api.ts'
import { mediaOf } from './thread.ts'

const icons: Partial<Record<MessageKind, ComponentType<{ 'aria-hidden'?: boolean }>>> = {
  audio: AudioIcon,
  video: VideoIcon,
  image: ImageIcon,
  sticker: ImageIcon,
  story_reply: ImageIcon,
  story_mention: ImageIcon,
  share: ImageIcon,
  location: PlaceIcon,
  contacts: ContactIcon
}

const states = {
  waiting: 'Baixando o arquivo…',
  checking: 'Verificando se o arquivo tem vírus…',
  blocked: 'Arquivo bloqueado.',
  refused: 'O arquivo foi recusado: o tipo ou o tamanho não é aceito.',
  gone: 'O arquivo não existe mais no canal.'
} as const

/** The file of a message: shown in the page where that can be, else with what is known of it. */
export function FilePart({ conversationId, message }: { conversationId: string; message: Message }) {
  const { id, kind, file } = message
  const save = useFileSave(conversationId)
  if (!file) return null
  if (mediaOf(message)) return <MediaPart conversationId={conversationId} message={message} />
  const Icon = icons[kind] ?? FileIcon
  const name = file.name ?? kindLabels[kind]
  return (
    <div className="file">
      <Icon aria-hidden />
      <span style={{ minWidth: 0 }}>
        {name}
        {file.state !== 'kept' && <small>{file.reason ?? states[file.state]}</small>}
      </span>
      {file.state === 'kept' && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`Baixar ${name}`}
          aria-busy={save.isPending}
          onClick={() => save.isPending || save.mutate({ messageId: id, name })}
        >
          Baixar
        </Button>
      )}
    </div>
  )
}
