import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import Button from '@mui/material/Button'
import { Choices } from './MessageBody.tsx'
import { StatusSign } from './StatusSign.tsx'
import type { Outgoing } from './sending/api.ts'

type Props = { outgoing: Outgoing; onAgain: () => void; onDiscard: () => void }

/** A message that has not reached the server: on its way, or refused and kept so that nothing written is lost. */
export const OutgoingBubble = ({
  outgoing: { text, note, failure, waiting, file, choices, place },
  onAgain,
  onDiscard
}: Props) => (
  <li className={`message out ${note ? 'note' : ''} ${failure ? 'failed' : ''}`}>
    <div className="bubble">
      {file && (
        <div className="file">
          <FileIcon aria-hidden /> {file.name}
        </div>
      )}
      {place && (
        <div className="file">
          <PlaceIcon aria-hidden /> {place.name ?? place.address ?? 'Localização'}
        </div>
      )}
      {text && (
        <div className="text" dir="auto">
          {text}
        </div>
      )}
      {choices && <Choices choices={choices} />}
      <div className="foot">
        {waiting && <span>Aguardando conexão</span>}
        <StatusSign status={failure ? 'failed' : waiting ? 'queued' : 'sending'} />
      </div>
      {waiting && (
        <Button size="small" color="inherit" onClick={onDiscard} sx={{ textDecoration: 'underline' }}>
          Descartar
        </Button>
      )}
      {failure && (
        <div className="problem">
          <div>Não foi enviada. {failure}</div>
          <Button size="small" color="inherit" onClick={onAgain} sx={{ textDecoration: 'underline' }}>
            Enviar de novo
          </Button>
          <Button size="small" color="inherit" onClick={onDiscard} sx={{ textDecoration: 'underline' }}>
            Descartar
          </Button>
        </div>
      )}
    </div>
  </li>
)
