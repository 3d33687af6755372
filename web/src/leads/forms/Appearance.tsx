import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { readEmail } from '../../../../services/core/emails.ts'
import { readOrigin } from '../../../../services/leads/forms/drafts/rules.ts'
import type { FormContent, FormSettings } from '../../../../services/leads/forms/rules.ts'
import { periodLabels, preferredPeriods } from '../../../../services/leads/leads/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { Accent } from '../../ui/Accent.tsx'
import { Days } from './Days.tsx'
import { Address, Checks, Lines, Toggle } from './inputs.tsx'
import { Logo } from './Logo.tsx'
import { Recipients } from './Recipients.tsx'

type Props = { content: FormContent; onChange: (content: FormContent, place: string) => void }

const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado']
const whatsappText = 'Concordo em receber mensagens por WhatsApp'

/** How the form looks, what happens after it is sent, and who gets the leads. */
export function Appearance({ content, onChange }: Props) {
  const { settings } = content
  const set = (change: Partial<FormSettings>) =>
    onChange({ ...content, settings: { ...settings, ...change } }, Object.keys(change).join())
  const schedule = (change: Partial<FormSettings['schedule']>) => set({ schedule: { ...settings.schedule, ...change } })
  const { data: employees = [] } = useEmployeeOptions()
  const orNull = (text: string) => text || null

  return (
    <Box sx={{ display: 'grid', gap: 3.5 }}>
      <Section title="Textos">
        <TextField
          label="Título"
          value={content.title}
          error={content.title.trim() === ''}
          onChange={event => onChange({ ...content, title: event.target.value }, 'title')}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          label="Descrição"
          multiline
          minRows={2}
          value={content.description}
          onChange={event => onChange({ ...content, description: event.target.value }, 'description')}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      </Section>

      <Section title="Marca">
        <Accent value={settings.accent} onChange={accent => set({ accent })} />
        <Logo value={settings.logo} onChange={logo => set({ logo })} />
      </Section>

      <Section title="Depois do envio">
        <TextField
          label="Mensagem de agradecimento"
          placeholder="Obrigado pelo seu interesse. Entraremos em contato em breve."
          multiline
          value={settings.success ?? ''}
          onChange={event => set({ success: orNull(event.target.value) })}
          slotProps={{ htmlInput: { maxLength: 500 }, inputLabel: { shrink: true } }}
        />
        <Address
          label="Ou levar o visitante para este endereço"
          value={settings.redirect}
          onChange={redirect => set({ redirect })}
        />
        <Toggle
          label="Convidar o visitante a agendar um horário"
          checked={settings.booking}
          onChange={booking => set({ booking })}
        />
      </Section>

      <Section title="Agendamento">
        <Toggle
          label="Perguntar data e período preferenciais"
          checked={settings.schedule.on}
          onChange={on => schedule({ on })}
        />
        {settings.schedule.on && (
          <>
            <Checks
              legend="Períodos"
              choices={preferredPeriods.map(period => [period, periodLabels[period]])}
              chosen={settings.schedule.periods}
              onChange={periods => schedule({ periods })}
            />
            <Checks
              legend="Dias em que você não atende"
              choices={weekdays.map((name, day) => [day, name])}
              chosen={settings.schedule.weekdays}
              maxChosen={6}
              columns={2}
              onChange={days => schedule({ weekdays: days })}
            />
            <Days value={settings.schedule.days} onChange={days => schedule({ days })} />
          </>
        )}
      </Section>

      <Section title="Consentimento e privacidade">
        <TextField
          label="Texto do consentimento"
          multiline
          minRows={2}
          value={settings.consent}
          error={settings.consent.trim() === ''}
          helperText="Cada mudança cria uma nova versão. Com cada decisão fica guardado o texto que a pessoa viu."
          onChange={event => set({ consent: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
        <Toggle
          label="Pedir também consentimento para WhatsApp"
          checked={settings.whatsapp !== null}
          onChange={on => set({ whatsapp: on ? whatsappText : null })}
        />
        {settings.whatsapp !== null && (
          <TextField
            label="Texto do consentimento de WhatsApp"
            multiline
            value={settings.whatsapp}
            error={settings.whatsapp.trim() === ''}
            helperText="Guardado à parte do consentimento para e-mail e telefone."
            onChange={event => set({ whatsapp: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
        )}
        <Address
          label="Link do aviso de privacidade"
          value={settings.privacyUrl}
          onChange={privacyUrl => set({ privacyUrl })}
        />
      </Section>

      <Section title="Quem recebe">
        <TextField
          select
          label="Responsável pelos novos leads"
          value={settings.ownerId ?? ''}
          onChange={event => set({ ownerId: orNull(event.target.value) })}
          slotProps={{
            select: { displayEmpty: true },
            inputLabel: { shrink: true }
          }}
        >
          <MenuItem value="">Sem responsável</MenuItem>
          {employees
            .filter(({ active, id }) => active || id === settings.ownerId)
            .map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
        </TextField>
        <Lines
          label="Avisar por e-mail"
          help="Um endereço por linha. Quem não é da equipe precisa confirmar pelo e-mail que enviamos quando você publica. Sem nenhum, os administradores são avisados."
          value={settings.recipients}
          read={readEmail}
          wrong="Há um endereço de e-mail inválido."
          onChange={recipients => set({ recipients })}
        />
        <Recipients emails={settings.recipients} />
      </Section>

      <Section title="Incorporação em sites">
        <Lines
          label="Sites permitidos"
          help="Um por linha, como https://www.sualoja.com.br. Sem nenhum, qualquer site com https pode mostrar o formulário."
          value={settings.origins}
          read={readOrigin}
          wrong="Há um endereço de site inválido. Use https."
          onChange={origins => set({ origins })}
        />
      </Section>
    </Box>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
