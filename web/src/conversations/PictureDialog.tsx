import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'

type Props = { src: string; name: string; onSave: () => void; onClose: () => void }

/** A picture as large as the window lets it be. */
export const PictureDialog = ({ src, name, onSave, onClose }: Props) => (
  <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { 'aria-label': name } }}>
    <Box
      component="img"
      src={src}
      alt={name}
      sx={{ display: 'block', minHeight: 0, maxWidth: '100%', maxHeight: '80vh', objectFit: 'contain' }}
    />
    <DialogActions>
      <Button onClick={onSave}>Baixar</Button>
      <Button onClick={onClose}>Fechar</Button>
    </DialogActions>
  </Dialog>
)
