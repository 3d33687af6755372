import type { Message } from '../../../../services/messaging/conversations/schema.ts'
import { FilePart } from './FilePart.tsx'
import { Reactions } from './Reactions.tsx'

type Props = { conversationId: string; name: string; pictures: readonly Message[] }

/** Pictures that were sent in one go, each a square that opens large. */
export const Album = ({ conversationId, name, pictures }: Props) => (
  <ul className="album" aria-label={`Álbum com ${pictures.length} fotos`} data-columns={pictures.length > 4 ? 3 : 2}>
    {pictures.map((picture, n) => (
      // The first one is gone to by its message.
      <li key={picture.id} data-message={n > 0 ? picture.id : undefined}>
        <FilePart conversationId={conversationId} message={picture} />
        <Reactions reactions={picture.reactions} name={name} />
      </li>
    ))}
  </ul>
)
