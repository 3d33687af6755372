import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { Dashboard } from '../../../services/admin/schema.ts'
import { counted, formatMoney, formatNumber } from '../core/format.ts'
import type { Tone } from '../core/tokens.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Tag } from '../ui/Tag.tsx'
import { useRead } from './api.ts'
import { daysText } from './days.ts'
import { Loaded } from './Loaded.tsx'
import { queueLabels } from './labels.ts'

const Tile = styled(Link)(({ theme }) => ({
  display: 'grid',
  gap: 6,
  alignContent: 'start',
  padding: 14,
  borderRadius: 10,
  border: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { borderColor: theme.tokens.edge, backgroundColor: theme.tokens.sunken }
}))

const Amount = styled('span')({
  fontSize: '1.625rem',
  lineHeight: 1.1,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums'
})

const Small = styled('span')(({ theme }) => ({ color: theme.palette.text.secondary, fontSize: '0.8125rem' }))

type TileProps = { to: string; label: string; amount: string; note?: string; tone?: Tone; mark?: string }

const NumberTile = ({ to, label, amount, note, tone, mark }: TileProps) => (
  <Tile to={to}>
    <Small>{label}</Small>
    <Amount>{amount}</Amount>
    {mark && tone && (
      <span>
        <Tag tone={tone}>{mark}</Tag>
      </span>
    )}
    {note && <Small>{note}</Small>}
  </Tile>
)

const Tiles = styled(Box)({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))'
})

const companies = (filter: object) => `/admin/companies?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** How the business does, and the installation: each number opens what it counts. */
export function AdminDashboard() {
  const reading = useRead<Dashboard>('/dashboard', { refetchInterval: 30_000 })
  return (
    <>
      <PageHead title="Painel" />
      <Loaded of={reading} what="o painel">
        {data => (
          <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
            <Business data={data} />
            <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: { lg: '1fr 1fr' } }}>
              <Trials trials={data.trials} />
              <NeedCare data={data} />
            </Box>
            {data.health && <Health health={data.health} />}
          </Box>
        )}
      </Loaded>
    </>
  )
}

function Business({ data: { companies: count, leads, revenue } }: { data: Dashboard }) {
  const cents = revenue?.reduce((sum, each) => sum + each.cents, 0) ?? 0
  return (
    <Panel title="Negócio">
      <Tiles>
        <NumberTile
          to={companies({ situation: 'active' })}
          label="Empresas ativas"
          amount={formatNumber(count.active)}
        />
        <NumberTile to={companies({ situation: 'trial' })} label="Em teste" amount={formatNumber(count.trial)} />
        <NumberTile
          to={companies({ situation: 'suspended' })}
          label="Suspensas"
          amount={formatNumber(count.suspended)}
        />
        <NumberTile to="/admin/companies" label="Leads hoje" amount={formatNumber(leads.today)} />
        <NumberTile to="/admin/companies" label="Leads em 30 dias" amount={formatNumber(leads.month)} />
        {revenue && (
          <NumberTile
            to={companies({ situation: 'active' })}
            label="Receita mensal"
            amount={formatMoney(cents)}
            note="Empresas ativas, sem as em teste"
          />
        )}
      </Tiles>
      {revenue && (
        <Tiles sx={{ mt: 1.5 }}>
          {revenue.map(({ plan, name, companies: number, cents: income }) => (
            <NumberTile
              key={plan}
              to={companies({ situation: 'active', plan })}
              label={name}
              amount={formatMoney(income)}
              note={number === 1 ? '1 empresa' : `${formatNumber(number)} empresas`}
            />
          ))}
        </Tiles>
      )}
    </Panel>
  )
}

const Lines = styled('ul')({ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 2 })

const Line = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 40,
  padding: '6px 8px',
  margin: '0 -8px',
  borderRadius: 8,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.tokens.sunken }
}))

const None = ({ children }: { children: string }) => (
  <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
    {children}
  </Box>
)

const Trials = ({ trials }: Pick<Dashboard, 'trials'>) => (
  <Panel title="Testes que terminam primeiro">
    {trials.length === 0 && <None>Nenhuma empresa em teste.</None>}
    <Lines>
      {trials.map(({ id, name, daysLeft }) => (
        <li key={id}>
          <Line to={`/admin/companies/${id}`}>
            <span>{name}</span>
            <Tag tone={daysLeft <= 3 ? 'warning' : 'info'}>{daysText(daysLeft)}</Tag>
          </Line>
        </li>
      ))}
    </Lines>
  </Panel>
)

function NeedCare({ data: { limits, silent } }: { data: Dashboard }) {
  return (
    <Panel title="Pedem atenção">
      {limits.length === 0 && silent.count === 0 && <None>Nenhuma empresa perto do limite nem parada há 14 dias.</None>}
      <Lines>
        {limits.map(({ id, name, used, limit, over }) => (
          <li key={id}>
            <Line to={`/admin/companies/${id}?aba=usage`}>
              <span>{name}</span>
              <Tag tone={over ? 'error' : 'warning'}>
                {formatNumber(used)} de {counted(limit, 'lead', 'leads')}
              </Tag>
            </Line>
          </li>
        ))}
        {silent.some.map(({ id, name }) => (
          <li key={id}>
            <Line to={`/admin/companies/${id}`}>
              <span>{name}</span>
              <Tag tone="neutral">Sem leads há 14 dias</Tag>
            </Line>
          </li>
        ))}
      </Lines>
      {silent.count > silent.some.length && (
        <Small>E mais {formatNumber(silent.count - silent.some.length)} sem leads há 14 dias.</Small>
      )}
    </Panel>
  )
}

const milliseconds = (value: number | null) => (value === null ? '–' : `${formatNumber(Math.round(value))} ms`)
const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)}%`

function Health({ health }: { health: NonNullable<Dashboard['health']> }) {
  const { answers, relay, queues, mailsFailed, databaseBytes, integrityBroken, version } = health
  const late = relay.lagSeconds > 30
  return (
    <Panel title="Saúde" aside={<Small>Versão {version}</Small>}>
      <Tiles>
        <NumberTile
          to="/admin/logs?aba=errors"
          label={`Respostas, últimos ${answers.minutes} min`}
          amount={milliseconds(answers.p50)}
          note={`95% em até ${milliseconds(answers.p95)}`}
        />
        <NumberTile
          to="/admin/logs?aba=errors"
          label="Respostas com erro"
          amount={percent(answers.errorRate)}
          note={`De ${formatNumber(answers.count)}`}
          {...(answers.errorRate > 0.01 && { tone: 'error' as const, mark: 'Acima do normal' })}
        />
        <NumberTile
          to="/admin/logs?aba=queues"
          label="Fila de saída"
          amount={formatNumber(relay.waiting)}
          note={`Espera de ${formatNumber(Math.round(relay.lagSeconds))} s`}
          {...(late && { tone: 'error' as const, mark: 'Parada' })}
        />
        {queues.map(({ name, away, waiting, deadLetters, oldestSeconds }) => (
          <NumberTile
            key={name}
            to="/admin/logs?aba=queues"
            label={`Fila ${queueLabels[name] ?? name}`}
            amount={away ? '–' : formatNumber(waiting)}
            note={oldestSeconds === null ? 'Nada esperando' : `Mais antigo há ${formatNumber(oldestSeconds)} s`}
            {...(away && { tone: 'error' as const, mark: 'Fora do ar' })}
            {...(!away &&
              deadLetters > 0 && {
                tone: 'warning' as const,
                mark: deadLetters === 1 ? '1 falhou' : `${deadLetters} falharam`
              })}
          />
        ))}
        <NumberTile
          to="/admin/logs?aba=queues"
          label="E-mails com falha, 7 dias"
          amount={formatNumber(mailsFailed)}
          {...(mailsFailed > 0 && { tone: 'warning' as const, mark: 'Verificar' })}
        />
        <NumberTile
          to="/admin/logs"
          label="Integridade da auditoria"
          amount={integrityBroken === 0 ? 'Íntegra' : formatNumber(integrityBroken)}
          {...(integrityBroken > 0 && { tone: 'error' as const, mark: 'Cadeias quebradas' })}
        />
        <NumberTile
          to="/admin/logs?aba=queues"
          label="Banco de dados"
          amount={`${formatNumber(Math.round(databaseBytes / 1_048_576))} MB`}
        />
      </Tiles>
    </Panel>
  )
}
