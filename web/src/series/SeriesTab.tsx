import AddIcon from '@mui/icons-material/Add'
import SeriesIcon from '@mui/icons-material/AutorenewOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { seriesKindLabels, seriesStateLabels } from '../../../services/series/rules.ts'
import { counted } from '../core/format.ts'
import { Moment } from '../shell/Moment.tsx'
import { Failure } from '../ui/Failure.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tag } from '../ui/Tag.tsx'
import { type SeriesRow, useSeriesList } from './api.ts'
import { sentOf, stateTones } from './words.ts'

const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '14px 20px',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600, color: theme.palette.text.primary, textDecoration: 'none' },
  // The whole row leads there, and is one link to the keyboard.
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& .facts': { marginTop: 2, fontSize: '0.8125rem', color: theme.palette.text.secondary },
  [theme.breakpoints.down('sm')]: { padding: '12px 16px', gap: 8, flexWrap: 'wrap' }
}))

const NewSeriesButton = () => (
  <Button variant="contained" component={Link} to="/email/series/new" startIcon={<AddIcon />}>
    Nova sequência
  </Button>
)

/** The company's series of mails, the last one first. */
export function SeriesTab() {
  const { data: list, error, refetch } = useSeriesList()
  if (error && !list)
    return (
      <Card>
        <Failure title="Falha ao carregar as sequências" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!list)
    return (
      <Card sx={{ p: 2.5 }}>
        <LoadingRows label="Carregando sequências" />
      </Card>
    )
  if (list.length === 0)
    return (
      <Card>
        <Notice
          icon={<SeriesIcon />}
          title="Nenhuma sequência automática ainda"
          text="E-mails que saem sozinhos: confirmar um lead novo, retomar quem ficou sem contato, lembrar um aniversário. Só recebe quem aceitou receber, e para quem responde."
        >
          <NewSeriesButton />
        </Notice>
      </Card>
    )
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {counted(list.length, 'sequência', 'sequências')}
        </Box>
        <NewSeriesButton />
      </Box>
      <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label="Sequências automáticas">
        {list.map(series => (
          <Item key={series.id} series={series} />
        ))}
      </Card>
    </>
  )
}

function Item({ series }: { series: SeriesRow }) {
  const { id, name, kind, state, problem, stepCount, onSince, createdAt, createdName } = series
  return (
    <Row>
      <div className="texts">
        <Link to={`/email/series/${id}`}>{name}</Link>
        <div className="facts">
          {seriesKindLabels[kind]}, {counted(stepCount, 'etapa', 'etapas')},{' '}
          {counted(sentOf(series), 'envio', 'envios')}
        </div>
        <div className="facts">
          {onSince ? (
            <>
              Ligada <Moment at={onSince} relative />
            </>
          ) : (
            <>
              Criada <Moment at={createdAt} relative />
              {createdName && ` por ${createdName}`}
            </>
          )}
        </div>
        {problem && <div className="facts">{problem}</div>}
      </div>
      <Tag tone={stateTones[state]}>{seriesStateLabels[state]}</Tag>
    </Row>
  )
}
