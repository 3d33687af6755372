import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { type TestOutcome, testSentences } from '../../../../services/marketing/senders/rules.ts'
import { user } from '../../core/session.ts'
import { useTestMail } from './api.ts'

const outcomes: Partial<Record<TestOutcome, 'success' | 'info'>> = { accepted: 'success', kept: 'info' }

/**
 * Has the call at `path` send a mail to somebody of the team, and shows what the mail server answered, word for word.
 * `hint`: what else to know of this test.
 */
export function TestForm({ path, hint }: { path: string; hint?: string }) {
  const [to, setTo] = useState(() => user()?.email ?? '')
  const [error, setError] = useState('')
  const test = useTestMail(path, setError)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (test.isPending) return
    setError(to.trim() ? '' : 'Este campo é obrigatório')
    if (to.trim()) test.mutate(to.trim())
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <TextField
        label="Enviar o teste para"
        type="email"
        value={to}
        error={Boolean(error)}
        helperText={
          error || ['O e-mail de alguém da sua equipe. O teste usa o que está salvo.', hint].filter(Boolean).join(' ')
        }
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
          <Alert severity={outcomes[test.data.outcome] ?? 'error'}>
            {testSentences[test.data.outcome]}
            {test.data.outcome === 'kept' && (
              <>
                {' '}
                <Link to="/mails">Abrir a caixa de saída de teste</Link>
              </>
            )}
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
  )
}
