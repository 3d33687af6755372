import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** On a phone what can be done stands below the words, which would else have half a line each. */
export const actionBelow = (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    flexWrap: 'wrap',
    '& .MuiAlert-message': { flex: '1 1 0', minWidth: 0 },
    '& .MuiAlert-action': { flexBasis: '100%', justifyContent: 'flex-end', pt: 0, mr: 0 }
  }
})

type WarningProps = { role: 'alert' | 'status'; action: string; onAct: () => void; children: ReactNode }

/** A warning to settle before a message is sent. */
export function Warning({ role, action, onAct, children }: WarningProps) {
  return (
    <Alert
      severity="warning"
      role={role}
      sx={[actionBelow, { my: 1 }]}
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
