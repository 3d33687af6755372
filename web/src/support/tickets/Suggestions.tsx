import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ticketStatusLabels } from '../../../../services/support/tickets/rules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { useArticles, useSimilar } from './api.ts'

const Block = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: '12px 16px',
  borderRadius: 10,
  backgroundColor: theme.tokens.tones.info.soft,
  color: theme.tokens.tones.info.onSoft,
  fontSize: '0.875rem',
  '& h2': { margin: 0, fontSize: '0.8125rem', fontWeight: 650 },
  '& summary': { padding: '4px 0', fontWeight: 600, cursor: 'pointer' },
  '& details p': { margin: '4px 0 8px', whiteSpace: 'pre-line', maxHeight: 260, overflowY: 'auto' },
  '& a': { padding: '4px 0', color: 'inherit', fontWeight: 600 }
}))

/** While the subject is typed: articles that may answer at once, and what the company asked already. */
export function Suggestions({ subject }: { subject: string }) {
  const [question, setQuestion] = useState('')
  const [, type] = useDraft(question, setQuestion)
  const words = subject.trim()
  const [typed, setTyped] = useState(words)
  if (typed !== words) {
    setTyped(words)
    type(words)
  }
  const { data: articles = [] } = useArticles(question)
  const { data: tickets = [] } = useSimilar(question)
  if (words.length < 4 || articles.length + tickets.length === 0) return null
  return (
    <Block aria-label="Talvez ajude" role="region" aria-live="polite">
      {articles.length > 0 && <h2>Talvez isto responda</h2>}
      {articles.map(({ id, title, body }) => (
        <details key={id}>
          <summary>{title}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by the keyboard too */}
          <p tabIndex={0}>{body}</p>
        </details>
      ))}
      {tickets.length > 0 && <h2>A sua empresa já perguntou</h2>}
      {tickets.map(({ id, number, subject: title, status }) => (
        <Box key={id}>
          <Link to={`/tickets/${id}`}>
            #{number} {title}
          </Link>{' '}
          · {ticketStatusLabels[status]}
        </Box>
      ))}
    </Block>
  )
}
