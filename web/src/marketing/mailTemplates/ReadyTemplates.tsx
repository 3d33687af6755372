import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { partsOf } from '../../../../services/marketing/mailTemplates/rules.ts'
import { Failure } from '../../ui/Failure.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { useMailKit } from './api.ts'

const Choice = styled(Link)(({ theme }) => ({
  display: 'grid',
  gap: 4,
  alignContent: 'start',
  padding: 16,
  borderRadius: 12,
  border: `1px solid ${theme.tokens.border}`,
  backgroundColor: theme.palette.background.paper,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { borderColor: theme.palette.primary.main },
  '& b': { fontSize: '1rem' },
  '& span': { color: theme.palette.text.secondary, fontSize: '0.875rem' },
  '& .subject': { marginTop: 4, color: theme.palette.text.primary, overflowWrap: 'anywhere' }
}))

/** The address at which a new template begins with a ready one. */
const beginWith = (key: string) => `/email/templates/new?modelo=${key}`
export const blankKey = 'em-branco'

/** The starting points of a new template. */
export function ReadyTemplates() {
  const { data: kit, error, refetch } = useMailKit()
  if (error && !kit)
    return (
      <Card>
        <Failure title="Falha ao carregar os modelos prontos" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!kit) return <LoadingRows label="Carregando modelos prontos" />
  return (
    <Box
      component="ul"
      aria-label="Modelos prontos"
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
        m: 0,
        p: 0,
        listStyle: 'none',
        '& li': { display: 'grid' }
      }}
    >
      {kit.ready.map(({ key, name, about, subject }) => (
        <li key={key}>
          <Choice to={beginWith(key)}>
            <b>{name}</b>
            <span>{about}</span>
            <span className="subject">“{spoken(subject)}”</span>
          </Choice>
        </li>
      ))}
      <li>
        <Choice to={beginWith(blankKey)}>
          <b>Em branco</b>
          <span>Para escrever tudo do seu jeito.</span>
        </Choice>
      </li>
    </Box>
  )
}

/** Without the marks of variables, for somebody who does not know them yet. */
const spoken = (text: string) =>
  partsOf(text)
    .map(part => (typeof part === 'string' ? part : part.fallback ? 'Maria' : 'sua empresa'))
    .join('')
