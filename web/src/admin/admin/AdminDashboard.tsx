import Box from '@mui/material/Box'
import type { Dashboard } from '../../../../services/admin/admin/schema.ts'
import { formatMoney, formatNumber } from '../../core/format.ts'
import { Details } from '../../ui/Details.tsx'
import { daysText } from '../../ui/days.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { NumberTile, Tiles } from '../../ui/NumberTile.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useDashboard } from './api.ts'
import { HealthPanel } from './HealthPanel.tsx'
import { Line, Lines } from './Lines.tsx'
import { TodayPanel } from './TodayPanel.tsx'

const companies = (filter: object) => `/admin/companies?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Tasks of today, then figures of the business and the installation; each number opens the rows that it counts. */
export function AdminDashboard() {
  const reading = useDashboard()
  return (
    <>
      <PageHead title="Painel" />
      <Loaded of={reading} what="o painel">
        {data => (
          <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
            <TodayPanel data={data} />
            <Business data={data} />
            <Trials trials={data.trials} />
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
        <Details summary="Receita por plano">
          <Tiles>
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
        </Details>
      )}
    </Panel>
  )
}

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
