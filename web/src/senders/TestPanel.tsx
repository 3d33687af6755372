import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { testSentences } from '../../../services/senders/rules.ts'
import { user } from '../core/session.ts'
import { Panel } from '../ui/Panel.tsx'
import { useSenderTest } from './api.ts'

/** Sends a test to somebody of the team, and shows what the server answered, word for word. */
export function TestPanel() {
  const [to, setTo] = useState(() => user()?.email ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const test = useSenderTest(setErrors)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (test.isPending) return
    setErrors(to.trim() ? {} : { to: 'Este campo é obrigatório' })
    if (to.trim()) test.mutate(to.trim())
  }

  return (
    <Panel title="3. Testar o envio">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <TextField
          label="Enviar o teste para"
          type="email"
          value={to}
          error={Boolean(errors.to)}
          helperText={errors.to || 'O e-mail de alguém da sua equipe. O teste usa o que está salvo.'}
          onChange={event => setTo(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 254, spellCheck: false } }}
        />
        <Box>
          <Button type="submit" variant="outlined" aria-busy={test.isPending}>
            {test.isPending ? 'Enviando…' : 'Enviar teste'}
          </Button>
        </Box>
        <Box role="status">
          {test.data && !test.isPending && (
            <Alert severity={test.data.outcome === 'accepted' ? 'success' : 'error'}>
              {testSentences[test.data.outcome]}
              {test.data.answer && (
                <Box
                  sx={{
                    mt: 1,
                    fontFamily: 'monospace',
                    fontSize: '0.8125rem',
                    overflowWrap: 'anywhere',
                    whiteSpace: 'pre-wrap'
                  }}
                >
                  {test.data.answer}
                </Box>
              )}
            </Alert>
          )}
        </Box>
      </Box>
    </Panel>
  )
}
