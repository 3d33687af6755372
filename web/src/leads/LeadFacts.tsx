import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { formatCnpj } from '../../../services/companies/rules.ts'
import { consentText, formatPhone, periodLabels } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { useMay } from '../client/access.ts'
import { Moment } from '../client/parts/Moment.tsx'
import { Panel } from '../client/parts/Panel.tsx'
import { Tag } from '../client/parts/Tag.tsx'
import { formatDate } from '../core/format.ts'
import { mailLink } from './contact.ts'
import { Fact, Facts } from './Facts.tsx'
import { fieldLabel, sourceLabel } from './labels.ts'

const own = (value: unknown): ReactNode => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Everything that is known of a lead. What visitors typed is shown as text, whatever it looks like. */
export function LeadFacts({ lead, timeZone }: { lead: Lead; timeZone: string | undefined }) {
  const assigns = useMay('assign', 'leads')
  const { email, phone } = lead
  const preference = lead.preferredDate || lead.preferredPeriod || lead.preferredTime
  const ownFields = Object.entries(lead.custom).filter(([, value]) => own(value) !== null)

  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Panel title="Contato">
        <Facts>
          <Fact label="Telefone">{phone && formatPhone(phone)}</Fact>
          <Fact label="E-mail" wide="phone">
            {email && <a href={mailLink(email)}>{email}</a>}
          </Fact>
          <Fact label="Empresa">{lead.company}</Fact>
          <Fact label="CNPJ">{lead.cnpj && formatCnpj(lead.cnpj)}</Fact>
          <Fact label="Mensagem" wide>
            {lead.message}
          </Fact>
          {ownFields.map(([name, value]) => (
            <Fact key={name} label={fieldLabel(name)}>
              {own(value)}
            </Fact>
          ))}
        </Facts>
      </Panel>

      {preference && (
        <Panel title="Preferência de contato">
          <Facts>
            <Fact label="Data">{formatDate(lead.preferredDate)}</Fact>
            <Fact label="Período">{lead.preferredPeriod && periodLabels[lead.preferredPeriod]}</Fact>
            <Fact label="Horário">{lead.preferredTime}</Fact>
          </Facts>
        </Panel>
      )}

      <Panel title="Origem e consentimento">
        <Facts>
          <Fact label="Responsável">{assigns ? null : (lead.ownerName ?? 'Sem responsável')}</Fact>
          <Fact label="Origem">{sourceLabel(lead.source)}</Fact>
          <Fact label="Recebido em">
            <Moment at={lead.receivedAt} timeZone={timeZone} />
          </Fact>
          <Fact label="Enviado em">{lead.submittedAt && <Moment at={lead.submittedAt} timeZone={timeZone} />}</Fact>
          <Fact label="Consentimento" wide>
            <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
              <Tag tone={lead.consentGiven ? 'success' : 'error'}>
                {lead.consentGiven ? 'Aceitou receber comunicações' : 'Não aceitou receber comunicações'}
              </Tag>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                “{consentText}”
              </Box>
            </Box>
          </Fact>
        </Facts>
      </Panel>
    </Box>
  )
}
