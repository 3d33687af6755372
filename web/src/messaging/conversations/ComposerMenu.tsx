import AddIcon from '@mui/icons-material/Add'
import AttachIcon from '@mui/icons-material/AttachFileOutlined'
import QuickIcon from '@mui/icons-material/BoltOutlined'
import ListIcon from '@mui/icons-material/ChecklistOutlined'
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useRef, useState } from 'react'
import { FileInput } from '../../ui/FileInput.tsx'

type Props = {
  onFiles: (files: File[]) => void
  onQuick: () => void
  onChoices: (() => void) | undefined
  onPlace: (() => void) | undefined
}

/** Where a finger is what one points with, there is a camera behind it. */
const hasCamera = () => matchMedia('(pointer: coarse)').matches

/** The kinds of content that can be sent beside text. */
export function ComposerMenu({ onFiles, onQuick, onChoices, onPlace }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [withCamera] = useState(hasCamera)
  const choose = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  return (
    <>
      <IconButton
        aria-label="Anexar e mais"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ width: 44, height: 44, ml: -1 }}
      >
        <AddIcon />
      </IconButton>
      <FileInput input={file} onFiles={onFiles} />
      {withCamera && <FileInput input={camera} onFiles={onFiles} accept="image/*" capture="environment" single />}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(() => file.current?.click())}>
          <ListItemIcon>
            <AttachIcon fontSize="small" />
          </ListItemIcon>
          Foto, vídeo ou arquivo
        </MenuItem>
        {withCamera && (
          <MenuItem onClick={choose(() => camera.current?.click())}>
            <ListItemIcon>
              <CameraIcon fontSize="small" />
            </ListItemIcon>
            Tirar foto
          </MenuItem>
        )}
        <MenuItem onClick={choose(onQuick)}>
          <ListItemIcon>
            <QuickIcon fontSize="small" />
          </ListItemIcon>
          Resposta rápida
        </MenuItem>
        {onChoices && (
          <MenuItem onClick={choose(onChoices)}>
            <ListItemIcon>
              <ListIcon fontSize="small" />
            </ListItemIcon>
            Botões ou lista
          </MenuItem>
        )}
        {onPlace && (
          <MenuItem onClick={choose(onPlace)}>
            <ListItemIcon>
              <PlaceIcon fontSize="small" />
            </ListItemIcon>
            Localização
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
