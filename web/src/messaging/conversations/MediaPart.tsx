import AudioIcon from '@mui/icons-material/AudiotrackOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import VideoIcon from '@mui/icons-material/VideocamOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { kindLabels } from '../../../../services/messaging/conversations/rules.ts'
import type { Message } from '../../../../services/messaging/conversations/schema.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useFileSave, useNewAddresses, useReadMessages } from './messages/api.ts'
import type { Picture } from './PictureDialog.tsx'
import { mediaOf } from './thread.ts'

const PictureDialog = onDemand(async () => (await import('./PictureDialog.tsx')).PictureDialog)

type Props = { conversationId: string; message: Message }

const nameOf = ({ kind, text, file }: Message): string => text?.trim() || file?.name || kindLabels[kind]

/** Browsers deny that they play what iPhones film, and mostly do. */
const mayPlay = (media: 'audio' | 'video', type: string): boolean =>
  type === 'video/quicktime' || document.createElement(media).canPlayType(type) !== ''

/** A picture, sound or film that is shown in the page. Its address expires, and is then requested again. */
export function MediaPart({ conversationId, message }: Props) {
  const { id, kind, file } = message
  // Another address would restart what is playing.
  const [src, setSrc] = useState(file?.url ?? '')
  const [tries, setTries] = useState(0)
  const [large, setLarge] = useState<Picture[] | null>(null)
  const askAnew = useNewAddresses(conversationId)
  const readMessages = useReadMessages(conversationId)
  const save = useFileSave(conversationId)
  const name = nameOf(message)

  async function onError(): Promise<void> {
    const address = tries < 2 ? await askAnew(id) : null
    setTries(tries + 1)
    setSrc(address ?? '')
  }

  /** Among the pictures of the conversation; this one by the address that has just shown it. */
  function showLarge(): void {
    const pictures = readMessages().filter(each => mediaOf(each) === 'picture')
    setLarge(
      pictures.map(each => ({ id: each.id, name: nameOf(each), src: each.id === id ? src : (each.file?.url ?? '') }))
    )
  }

  const media = mediaOf(message)
  const played = media === 'audio' || media === 'video'
  const [playable] = useState(() => !played || mayPlay(media, file?.type ?? ''))
  const saveIt = () => save.isPending || save.mutate({ messageId: id, name: file?.name ?? kindLabels[kind] })
  const Icon = media === 'audio' ? AudioIcon : media === 'video' ? VideoIcon : ImageIcon
  if (src === '' || !playable)
    return (
      <div className="file">
        <Icon aria-hidden />
        <span>
          {kindLabels[kind]}: {playable ? 'não pôde ser aberto aqui.' : 'não toca neste navegador.'}
        </span>
        <Button size="small" variant="outlined" color="inherit" aria-busy={save.isPending} onClick={saveIt}>
          Baixar
        </Button>
      </div>
    )
  const label = `${kindLabels[kind]}: ${name}`
  const shared = { src, controls: true, preload: 'metadata', onError } as const
  if (media === 'audio') return <audio key={tries} className="sound" aria-label={label} {...shared} />
  if (media === 'video') return <video key={tries} className="picture" aria-label={label} playsInline {...shared} />
  return (
    <>
      <button type="button" className="open" aria-label={`Ver grande: ${name}`} onClick={showLarge}>
        <img key={tries} className="picture" src={src} alt={name} onError={onError} />
      </button>
      {large && (
        <PictureDialog
          pictures={large}
          first={id}
          onSave={picture => save.isPending || save.mutate({ messageId: picture.id, name: picture.name })}
          onClose={() => setLarge(null)}
        />
      )}
    </>
  )
}
