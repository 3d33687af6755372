import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { valueText } from './values.ts'

type Props = {
  /** The server's sentence about the change and its author. */
  text: string
  field: string
  title: string
  /** The current value of the field. */
  value: unknown
  mine: unknown
  onTheirs: () => void
  onMine: () => void
}

/** Two people have changed the same field: shows both values and asks which one stays. */
export function StaleDialog({ text, field, title, value, mine, onTheirs, onMine }: Props) {
  const id = useId()
  return (
    <Dialog open onClose={onTheirs} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Este campo já mudou</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{text}</Typography>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr' }}>
          <Value title={`${title} agora`} text={valueText(field, value)} />
          <Value title="O que você escreveu" text={valueText(field, mine)} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onMine}>Usar o meu</Button>
        <Button variant="contained" autoFocus onClick={onTheirs}>
          Manter o atual
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Value = ({ title, text }: { title: string; text: string }) => (
  <Box sx={{ p: 1.5, borderRadius: 1, bgcolor: theme => theme.tokens.sunken, minWidth: 0 }}>
    <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{title}</Box>
    <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text || 'Vazio'}</Box>
  </Box>
)
