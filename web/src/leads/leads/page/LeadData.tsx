import Box from '@mui/material/Box'
import { memo, type ReactNode } from 'react'
import { centsText, moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import type { Address } from '../../../../../services/leads/leads/addresses/rules.ts'
import { type FieldWith, type LeadField, leadFields } from '../../../../../services/leads/leads/fields.ts'
import { periodLabels, preferredPeriods } from '../../../../../services/leads/leads/rules.ts'
import type { Lead, LeadChange } from '../../../../../services/leads/leads/schema.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { useMay } from '../../../shell/access.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { useLeadParts } from '../leadParts.ts'
import { CompanyPeople } from './CompanyPeople.tsx'
import { EditableFact } from './EditableFact.tsx'
import { besideText, Further } from './Further.tsx'
import { useShownLead } from './shownLead.ts'
import { TagsField } from './TagsField.tsx'
import { useTitles } from './titles.ts'
import { valueText } from './values.ts'
import { Wrapped } from './Wrapped.tsx'

const periods = [{ id: '', name: 'Sem preferência' }, ...preferredPeriods.map(id => ({ id, name: periodLabels[id] }))]

const Stack = ({ children }: { children: ReactNode }) => <Box sx={{ display: 'grid', gap: 1 }}>{children}</Box>

/** The fields that are edited as text. */
type Plain = {
  [Field in FieldWith<'editable'>]: Lead[Field] extends string | null ? Field : never
}[FieldWith<'editable'>]

/** The data of a lead, each value editable in place. Visitors' words are shown as text. */
export const LeadData = memo(function LeadData() {
  const lead = useShownLead()
  usePhoneText()
  const editable = useMay('edit_leads')
  const titleOf = useTitles()
  const shared = (field: string) => ({ name: field, field, title: titleOf(field), editable })
  const plain = (field: Plain) => ({
    ...shared(field),
    value: lead[field] ?? '',
    maxLength: (leadFields[field] as LeadField).longest,
    change: (text: string) => ({ [field]: text || null }) as LeadChange
  })
  const preference = lead.preferredDate || lead.preferredPeriod || lead.preferredTime
  const parts = useLeadParts()
  const answers = Object.entries(lead.custom)
  const isOpen = lead.statusKind === 'open'

  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Panel title="Contato">
        <Stack>
          <EditableFact {...plain('name')} />
          <EditableFact
            {...plain('phone')}
            type="tel"
            maxLength={40}
            note={[besideOf(lead.phones), storedAs(lead.phone)].filter(Boolean).join(' · ')}
          >
            {valueText('phone', lead.phone)}
          </EditableFact>
          <EditableFact {...plain('email')} type="email" maxLength={254} note={besideOf(lead.emails)}>
            {lead.email && <Wrapped email={lead.email} />}
          </EditableFact>
          <Further editable={editable} />
          {parts.map(({ of, Addresses }) => Addresses && <Addresses key={of} leadId={lead.id} />)}
          <EditableFact {...plain('company')} />
          <EditableFact {...plain('companyRole')} />
          <EditableFact {...plain('cnpj')} maxLength={30}>
            {valueText('cnpj', lead.cnpj)}
          </EditableFact>
          <CompanyPeople />
          <EditableFact
            {...shared('valueCents')}
            type="money"
            maxLength={20}
            value={centsText(lead.valueCents)}
            check={text => (readMoney(text) === undefined ? moneyText : undefined)}
            change={text => ({ valueCents: readMoney(text) ?? null })}
          >
            {valueText('valueCents', lead.valueCents)}
          </EditableFact>
          {isOpen && (
            <EditableFact {...plain('expectedOn')} type="date">
              {valueText('expectedOn', lead.expectedOn)}
            </EditableFact>
          )}
          {lead.soldOn !== null && (
            <EditableFact
              {...plain('soldOn')}
              type="date"
              check={text => (text ? undefined : 'Um lead convertido tem data da venda.')}
              change={soldOn => ({ soldOn })}
            >
              {valueText('soldOn', lead.soldOn)}
            </EditableFact>
          )}
          {!lead.message && <EditableFact {...plain('message')} multiline />}
        </Stack>
      </Panel>
      <Panel title="Etiquetas">
        <TagsField lead={lead} editable={editable} />
      </Panel>
      {(preference || editable) && (
        <Panel title="Preferência de contato">
          <Stack>
            <EditableFact {...plain('preferredDate')} type="date">
              {valueText('preferredDate', lead.preferredDate)}
            </EditableFact>
            <EditableFact
              {...shared('preferredPeriod')}
              value={lead.preferredPeriod ?? ''}
              choices={periods}
              change={text => ({ preferredPeriod: (text || null) as Lead['preferredPeriod'] })}
            >
              {valueText('preferredPeriod', lead.preferredPeriod)}
            </EditableFact>
            <EditableFact {...plain('preferredTime')} />
          </Stack>
        </Panel>
      )}
      {answers.length > 0 && (
        <Panel title="Respostas do formulário">
          <Stack>
            {answers.map(([name, value]) => (
              <EditableFact
                key={name}
                {...shared('custom')}
                name={`custom.${name}`}
                title={titleOf(`custom.${name}`)}
                value={valueText('', value)}
                maxLength={5000}
                // Values of other types are not turned into text.
                editable={editable && (value === null || typeof value === 'string')}
                change={text => ({ custom: { [name]: text } })}
              />
            ))}
          </Stack>
        </Panel>
      )}
    </Box>
  )
})

/** The same of the main one. */
const besideOf = ([main]: readonly Address[]) => main && besideText(main)

/** The stored digits, where they read otherwise than what is shown. */
const storedAs = (phone: string | null) => phone && `Gravado como ${phone}`
