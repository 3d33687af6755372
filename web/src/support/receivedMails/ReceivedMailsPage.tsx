import MailIcon from '@mui/icons-material/MarkunreadMailboxOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { type MailState, mailStates } from '../../../../services/platform/inboundMail/rules.ts'
import { counted } from '../../core/format.ts'
import { inboundLabels, inboundTones, kindLabels, outcomeText } from '../../platform/inboundMail/labels.ts'
import { Moment } from '../../shell/Moment.tsx'
import { LinkRow } from '../../ui/LinkRow.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { perPage, type ReceivedMail, type ReceivedMailFilter, useReceivedMails } from './api.ts'

const Row = styled(LinkRow)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 220px 150px',
  gap: '2px 16px',
  alignItems: 'start',
  padding: '12px 20px',
  '& .main': { minWidth: 0 },
  '& a': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& .quiet': { fontSize: '0.8125rem', color: theme.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .when': { fontSize: '0.8125rem', textAlign: 'right' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: '12px 16px',
    '& .state': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
    '& .when': { textAlign: 'left' }
  }
}))

const filterIn = (search: URLSearchParams): ReceivedMailFilter => {
  const state = mailStates.find(each => each === search.get('situacao'))
  const q = search.get('busca')
  return { ...(search.get('todos') !== 'sim' && !state && { open: true }), ...(state && { state }), ...(q && { q }) }
}

/** The mails that came in: those that wait for a decision, and with a switch all of them. */
export default function ReceivedMailsPage() {
  const [search, setSearch] = useSearchParams()
  const filter = filterIn(search)
  const change = (parts: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(parts))
      if (value) next.set(name, value)
      else next.delete(name)
    setSearch(next, { replace: true })
  }
  return (
    <>
      <PageHead title="E-mails recebidos" />
      <Box component="p" sx={{ mt: -1, mb: 2.5, maxWidth: '75ch', color: 'text.secondary' }}>
        Tudo o que chega por e-mail está aqui. O que não virou chamado nem resposta espera até que alguém decida.
      </Box>
      <Filters search={search} onChange={change} />
      <Mails key={JSON.stringify(filter)} filter={filter} />
    </>
  )
}

type FiltersProps = { search: URLSearchParams; onChange: (parts: Record<string, string>) => void }

function Filters({ search, onChange }: FiltersProps) {
  const [text, setText] = useState(search.get('busca') ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is searched for when the typing pauses
  useEffect(() => {
    const q = text.trim()
    if (q === (search.get('busca') ?? '')) return
    const timer = setTimeout(() => onChange({ busca: q, todos: q ? 'sim' : (search.get('todos') ?? '') }), 300)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
      <SearchField
        label="Buscar e-mails"
        value={text}
        onChange={setText}
        placeholder="Assunto ou remetente"
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { sm: 380 } }}
      />
      <TextField
        select
        label="Situação"
        value={search.get('situacao') ?? ''}
        onChange={({ target }) => onChange({ situacao: target.value })}
        sx={{ minWidth: 190, flex: { xs: '1 1 180px', sm: '0 0 auto' } }}
      >
        <MenuItem value="">Todas</MenuItem>
        {mailStates.map((state: MailState) => (
          <MenuItem key={state} value={state}>
            {inboundLabels[state]}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={
          <Switch
            checked={search.get('todos') !== 'sim' && !search.get('situacao')}
            disabled={Boolean(search.get('situacao'))}
            onChange={(_event, on) => onChange({ todos: on ? '' : 'sim' })}
          />
        }
        label="Só os que esperam"
      />
    </Box>
  )
}

function Mails({ filter }: { filter: ReceivedMailFilter }) {
  const [page, setPage] = useState(0)
  const reading = useReceivedMails(filter, page)
  const gone = page > 0 && reading.data?.mails.length === 0
  // The last ones of the last page may have been decided on.
  useEffect(() => {
    if (gone) setPage(page - 1)
  }, [gone, page])
  return (
    <>
      <Card>
        <Loaded of={reading} what="os e-mails">
          {({ mails }) =>
            mails.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <Box component="ul" aria-label="E-mails recebidos" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {mails.map(mail => (
                  <MailRow key={mail.id} mail={mail} />
                ))}
              </Box>
            )
          }
        </Loaded>
      </Card>
      {reading.data && reading.data.total > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5 }}>
          <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
            {reading.data.capped ? 'Mais de ' : ''}
            {counted(reading.data.total, 'e-mail', 'e-mails')}
          </Box>
          {reading.data.total > perPage && (
            <>
              <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
                Anteriores
              </Button>
              <Button disabled={(page + 1) * perPage >= reading.data.total} onClick={() => setPage(page + 1)}>
                Próximos
              </Button>
            </>
          )}
        </Box>
      )}
    </>
  )
}

function MailRow({ mail }: { mail: ReceivedMail }) {
  const { id, from, subject, state, kind, open, receivedAt } = mail
  const outcome = outcomeText(mail)
  return (
    <Row>
      <div className="main">
        <Link to={`/admin/mails-in/${id}`} dir="auto">
          {subject || '(sem assunto)'}
        </Link>
        <div className="quiet" dir="auto">
          {from ? `${from.name ? `${from.name} · ` : ''}${from.address}` : 'Remetente apagado ou ilegível'}
        </div>
      </div>
      <div className="state">
        <Tag tone={open ? 'warning' : inboundTones[state === 'unclaimed' ? 'handled' : state]}>
          {open || state !== 'unclaimed' ? inboundLabels[state] : 'Nada a fazer'}
        </Tag>
        <div className="quiet">
          {[kind && kindLabels[kind], outcome !== '–' && outcome].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className="when">
        <Moment at={receivedAt} relative />
      </div>
    </Row>
  )
}

const Nothing = ({ filter }: { filter: ReceivedMailFilter }) => (
  <Notice
    icon={<MailIcon />}
    title={filter.open ? 'Nenhum e-mail espera' : 'Nenhum e-mail'}
    text={
      filter.open
        ? 'Todo e-mail que chegou virou chamado ou resposta, ou alguém já decidiu sobre ele.'
        : 'Nenhum e-mail que chegou corresponde aos filtros.'
    }
  />
)
