import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AdminCompany, SupportAccess } from '../../../../services/admin/admin/schema.ts'
import { stepName } from '../../../../services/leads/funnels/rules.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import { user } from '../../core/session.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Rows } from '../../ui/Table.tsx'
import { useSupportAccesses, useSupportEnd, useSupportedLeads, useSupportStart } from './api.ts'

const lengths = [15, 30, 60, 120, 240]

/** Reading what the company has, for a while: it is shown when, by whom and why. */
export function SupportPanel({ company }: { company: AdminCompany }) {
  const reading = useSupportAccesses(company.id)
  return (
    <Loaded of={reading} what="os acessos de suporte">
      {accesses => {
        const mine = accesses.find(access => access.open && access.userId === user()?.id)
        return (
          <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
            {mine ? <Running access={mine} company={company} /> : <Start company={company} />}
            <Panel title="Acessos anteriores">
              <History accesses={accesses} />
            </Panel>
          </Box>
        )
      }}
    </Loaded>
  )
}

function Start({ company }: { company: AdminCompany }) {
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState(30)
  const start = useSupportStart(company.id)
  return (
    <Panel title="Iniciar acesso de suporte">
      <Box
        component="form"
        onSubmit={event => {
          event.preventDefault()
          start.mutate({ reason: reason.trim(), minutes })
        }}
        sx={{ display: 'grid', gap: 2, maxWidth: 560 }}
      >
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          Você lê os leads e as atividades da empresa, sem alterar nada. A empresa vê o início, o motivo e o fim, e cada
          leitura fica na auditoria dela.
        </Box>
        <TextField
          label="Motivo"
          value={reason}
          onChange={event => setReason(event.target.value)}
          helperText="A empresa lê este texto. Pelo menos 5 caracteres."
          required
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <TextField
          select
          label="Duração"
          value={minutes}
          onChange={event => setMinutes(Number(event.target.value))}
          sx={{ maxWidth: 200 }}
        >
          {lengths.map(length => (
            <MenuItem key={length} value={length}>
              {length} minutos
            </MenuItem>
          ))}
        </TextField>
        <div>
          <Button type="submit" variant="contained" disabled={start.isPending || reason.trim().length < 5}>
            Iniciar acesso
          </Button>
        </div>
      </Box>
    </Panel>
  )
}

function Running({ access, company }: { access: SupportAccess; company: AdminCompany }) {
  const end = useSupportEnd(company.id)
  return (
    <>
      <Alert
        severity="info"
        action={
          <Button color="inherit" size="small" disabled={end.isPending} onClick={() => end.mutate()}>
            Encerrar
          </Button>
        }
      >
        Acesso em andamento até <Moment at={access.endsAt} />: {access.reason}
      </Alert>
      <Panel title="Leads mais novos da empresa">
        <Leads companyId={company.id} />
      </Panel>
    </>
  )
}

function Leads({ companyId }: { companyId: string }) {
  const reading = useSupportedLeads(companyId)
  return (
    <Loaded of={reading} what="os leads">
      {leads =>
        leads.length === 0 ? (
          <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
            A empresa ainda não recebeu leads.
          </Box>
        ) : (
          <Rows
            label="Leads da empresa"
            rows={leads}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Nome', title: true, show: ({ name }) => <strong>{name}</strong> },
              { label: 'Situação', show: lead => stepName({ ...lead, statusName: lead.statusName ?? null }) },
              { label: 'Origem', show: ({ source }) => sourceLabel(source) },
              { label: 'Recebido em', show: ({ receivedAt }) => <Moment at={receivedAt} /> }
            ]}
          />
        )
      }
    </Loaded>
  )
}

const History = ({ accesses }: { accesses: SupportAccess[] }) =>
  accesses.length === 0 ? (
    <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
      Ninguém acessou os dados desta empresa.
    </Box>
  ) : (
    <Rows
      label="Acessos de suporte"
      rows={accesses}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Quem', title: true, show: ({ userName }) => <strong>{userName}</strong> },
        { label: 'Motivo', show: ({ reason }) => reason },
        { label: 'Início', show: ({ startedAt }) => <Moment at={startedAt} /> },
        {
          label: 'Fim',
          show: ({ endedAt, endsAt, open }) => (open ? 'Em andamento' : <Moment at={endedAt ?? endsAt} />)
        }
      ]}
    />
  )
