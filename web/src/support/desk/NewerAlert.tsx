import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { DeskMessage } from './api.ts'

/** Messages that others wrote meanwhile, to be read before the own answer goes. */
export function NewerAlert({ newer, onSeen }: { newer: readonly DeskMessage[]; onSeen: () => void }) {
  if (newer.length === 0) return null
  return (
    <Alert
      severity="warning"
      role="alert"
      action={
        <Button size="small" color="inherit" onClick={onSeen}>
          Já li
        </Button>
      }
    >
      <b>Chegou mensagem enquanto você escrevia.</b> Leia e envie de novo se a resposta ainda couber.
      {newer.map(({ id, authorName, text }) => (
        <Box key={id} sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <b>{authorName}:</b> {text}
        </Box>
      ))}
    </Alert>
  )
}
