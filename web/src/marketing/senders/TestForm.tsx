import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { messageTestSentences, type TestOutcome, testSentences } from '../../../../services/marketing/senders/rules.ts'
import { user } from '../../core/session.ts'
import { useTestMail } from './api.ts'

const outcomes: Partial<Record<TestOutcome, 'success' | 'info'>> = { accepted: 'success', kept: 'info' }

const ways = {
  email: { type: 'email', whose: 'O e-mail de alguém da sua equipe.', longest: 254, sentences: testSentences },
  phone: {
    type: 'tel',
    whose: 'O telefone de alguém da sua equipe, como está em Meu perfil.',
    longest: 40,
    sentences: messageTestSentences
  }
} as const

type Props = { path: string; by?: keyof typeof ways; hint?: string }

/**
 * Has the call at `path` send a mail, or a message, to somebody of the team, and shows what the other side answered, word
 * for word. `hint`: what else to know of this test.
 */
export function TestForm({ path, by = 'email', hint }: Props) {
  const way = ways[by]
  const [to, setTo] = useState(() => (by === 'email' ? (user()?.email ?? '') : ''))
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
        type={way.type}
        value={to}
        error={Boolean(error)}
        helperText={error || [way.whose, 'O teste usa o que está salvo.', hint].filter(Boolean).join(' ')}
        onChange={event => setTo(event.target.value)}
        slotProps={{ htmlInput: { maxLength: way.longest, spellCheck: false } }}
      />
      <Box>
        <Button type="submit" variant="outlined" aria-busy={test.isPending}>
          {test.isPending ? 'Enviando…' : 'Enviar teste'}
        </Button>
      </Box>
      <Box role="status">
        {test.data && !test.isPending && (
          <Alert severity={outcomes[test.data.outcome] ?? 'error'}>
            {way.sentences[test.data.outcome] ?? testSentences[test.data.outcome]}
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
