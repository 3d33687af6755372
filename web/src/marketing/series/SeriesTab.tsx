import AddIcon from '@mui/icons-material/Add'
import SeriesIcon from '@mui/icons-material/AutorenewOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { seriesKindLabels, seriesStateLabels } from '../../../../services/marketing/series/rules.ts'
import { counted } from '../../core/format.ts'
import { useSeesAllLeads } from '../../shell/access.ts'
import { Moment } from '../../shell/Moment.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { NamedRow } from '../../ui/LinkRow.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type SeriesRow, useSeriesList } from './api.ts'
import { sentOf, stateTones } from './words.ts'

const Row = styled(NamedRow)(({ theme }) => ({
  gap: 16,
  [theme.breakpoints.down('sm')]: { padding: '12px 16px', gap: 8, flexWrap: 'wrap' }
}))

/** For those who may write one. */
export function NewSeriesButton() {
  if (!useSeesAllLeads()) return null
  return (
    <Button variant="contained" component={Link} to="/email/series/new" startIcon={<AddIcon />}>
      Nova sequência
    </Button>
  )
}

/** The company's series of mails, the last one first. */
export const SeriesTab = () => (
  <CardList
    query={useSeriesList()}
    label="Sequências automáticas"
    loading="Carregando sequências"
    failure="Falha ao carregar as sequências"
    count={length => counted(length, 'sequência', 'sequências')}
    empty={
      <Card>
        <Notice
          icon={<SeriesIcon />}
          title="Nenhuma sequência automática ainda"
          text="E-mails que saem sozinhos: confirmar um lead novo, retomar quem ficou sem contato, lembrar um aniversário. Só recebe quem aceitou receber, e para quem responde."
        />
      </Card>
    }
  >
    {series => <Item key={series.id} series={series} />}
  </CardList>
)

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
