import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { Dashboard } from '../../../services/admin/schema.ts'
import { counted, formatMoney, formatNumber } from '../core/format.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Tag } from '../ui/Tag.tsx'
import { useDashboard } from './api.ts'
import { daysText } from './days.ts'
import { HealthPanel } from './HealthPanel.tsx'
import { Loaded } from './Loaded.tsx'
import { NumberTile, Small, Tiles } from './NumberTile.tsx'

const companies = (filter: object) => `/admin/companies?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** How the business does, and the installation: each number opens what it counts. */
export function AdminDashboard() {
  const reading = useDashboard()
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
            {data.health && <HealthPanel health={data.health} />}
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
