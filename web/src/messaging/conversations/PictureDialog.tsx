import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'

export type Picture = { id: string; src: string; name: string }

type Props = {
  /** In the order in which they were sent. */
  pictures: readonly Picture[]
  /** The id of the one to begin with. */
  first: string
  onSave: (picture: Picture) => void
  onClose: () => void
}

/** A picture as large as the window lets it be; arrows go through those of the conversation. */
export function PictureDialog({ pictures, first, onSave, onClose }: Props) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first)
    )
  )
  const picture = pictures[at]
  if (!picture) return null
  const go = (by: number) => setAt(now => Math.min(Math.max(now + by, 0), pictures.length - 1))
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      slotProps={{ paper: { 'aria-label': picture.name } }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') go(-1)
        else if (key === 'ArrowRight') go(1)
      }}
    >
      <Box
        component="img"
        src={picture.src}
        alt={picture.name}
        sx={{ display: 'block', minHeight: 0, maxWidth: '100%', maxHeight: '80vh', objectFit: 'contain' }}
      />
      <DialogActions>
        {pictures.length > 1 && (
          <Box sx={{ display: 'flex', alignItems: 'center', mr: 'auto' }}>
            <IconButton aria-label="Foto anterior" disabled={at === 0} onClick={() => go(-1)}>
              <PreviousIcon />
            </IconButton>
            <Box component="span" role="status" sx={{ fontSize: '0.875rem', whiteSpace: 'nowrap' }}>
              {at + 1} de {pictures.length}
            </Box>
            <IconButton aria-label="Próxima foto" disabled={at === pictures.length - 1} onClick={() => go(1)}>
              <NextIcon />
            </IconButton>
          </Box>
        )}
        <Button onClick={() => onSave(picture)}>Baixar</Button>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
