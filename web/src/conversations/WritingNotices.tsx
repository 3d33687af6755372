import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

type WarningProps = { role: 'alert' | 'status'; action: string; onAct: () => void; children: ReactNode }

/** What is to be seen to before a message is sent. */
export function Warning({ role, action, onAct, children }: WarningProps) {
  return (
    <Alert
      severity="warning"
      role={role}
      sx={{ my: 1 }}
      action={
        <Button color="inherit" size="small" onClick={onAct}>
          {action}
        </Button>
      }
    >
      {children}
    </Alert>
  )
}

type SizeProps = { text: string; over: boolean; parts: number; onSplit: () => void }

/** How much more fits into the message; where it is too long, it can go in parts. */
export function Size({ text, over, parts, onSplit }: SizeProps) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        pl: 5,
        fontSize: '0.75rem',
        color: over ? 'error.main' : 'text.secondary'
      }}
    >
      {text}
      {over && (
        <Button size="small" onClick={onSplit}>
          Enviar em {parts} mensagens
        </Button>
      )}
    </Box>
  )
}
