import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { AdminCompany } from '../../../../services/admin/admin/schema.ts'
import { usePermitted } from '../../shell/access.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Moment } from '../../shell/Moment.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { daysText, daysUntil } from '../../ui/days.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AuditTable } from './AuditTable.tsx'
import { companyAuditPath, useCompany, useReactivation, useSuspension, useTrialExtension } from './api.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyPeople } from './CompanyPeople.tsx'
import { CompanyUsagePanel } from './CompanyUsagePanel.tsx'
import { situationLabels, situationTones } from './labels.ts'
import { SupportPanel } from './SupportPanel.tsx'

const tabs = [
  { key: 'data', label: 'Dados' },
  { key: 'usage', label: 'Uso e limites' },
  { key: 'users', label: 'Usuários' },
  { key: 'audit', label: 'Auditoria' },
  { key: 'support', label: 'Suporte' }
] as const

/** Everything that staff know of one company and do for it. */
export default function CompanyPage() {
  const may = usePermitted()
  const { id = '' } = useParams()
  const reading = useCompany(id)
  const tab = useTab(tabs)

  return (
    <>
      <Breadcrumb to="/admin/companies" list="Empresas" current={reading.data?.name} />
      <Loaded of={reading} what="a empresa" page>
        {company => (
          <>
            <PageHead
              title={company.name}
              aside={
                <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
                  <Tag tone={situationTones[company.situation]}>{situationLabels[company.situation]}</Tag>
                  {company.situation === 'trial' && company.trialEndsAt && (
                    <span>Faltam {daysText(daysUntil(company.trialEndsAt))}</span>
                  )}
                  <span>
                    Criada em <Moment at={company.createdAt} />
                  </span>
                </Box>
              }
              actions={may('manage_companies') && (company.active ? <Suspend company={company} /> : <Extend id={id} />)}
              primary={
                may('manage_companies') && (company.active ? <Extend id={id} primary /> : <Reactivate id={id} />)
              }
            />
            {company.situation === 'suspended' && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                As pessoas desta empresa não entram e o formulário público não recebe leads. Nada foi apagado.
              </Alert>
            )}
            <Tabs tabs={tabs} label="Seções da empresa" />
            {tab === 'data' && (
              <CompanyForm key={`${company.id} ${company.trialEndsAt}`} company={company} onSaved={() => {}} />
            )}
            {tab === 'usage' && <CompanyUsagePanel company={company} />}
            {tab === 'users' && <CompanyPeople companyId={company.id} />}
            {tab === 'audit' && (
              <Card>
                <AuditTable path={companyAuditPath(company.id)} filter={{}} />
              </Card>
            )}
            {tab === 'support' && <SupportPanel company={company} />}
          </>
        )}
      </Loaded>
    </>
  )
}

function Reactivate({ id }: { id: string }) {
  const reactivate = useReactivation(id)
  return (
    <Button variant="contained" disabled={reactivate.isPending} onClick={() => reactivate.mutate()}>
      Reativar
    </Button>
  )
}

function Suspend({ company: { id, name } }: { company: AdminCompany }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = () => setOpen(false)
  const suspend = useSuspension(id, { onDone: close })
  return (
    <>
      <Button color="error" onClick={() => setOpen(true)}>
        Suspender
      </Button>
      <Ask
        open={open}
        title={`Suspender ${name}?`}
        action="Suspender"
        danger
        busy={suspend.isPending || reason.trim().length < 5}
        onClose={close}
        onSubmit={() => suspend.mutate(reason.trim())}
      >
        <Box component="p" sx={{ m: 0 }}>
          As sessões das pessoas desta empresa terminam agora e o formulário público deixa de receber leads. Você pode
          reativar a qualquer momento.
        </Box>
        <TextField
          autoFocus
          label="Motivo"
          value={reason}
          onChange={event => setReason(event.target.value)}
          helperText="Fica na auditoria. Pelo menos 5 caracteres."
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </Ask>
    </>
  )
}

function Extend({ id, primary = false }: { id: string; primary?: boolean }) {
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState('14')
  const close = () => setOpen(false)
  const extend = useTrialExtension(id, { onDone: close })
  return (
    <>
      <Button variant={primary ? 'contained' : 'outlined'} onClick={() => setOpen(true)}>
        Estender teste
      </Button>
      <Ask
        open={open}
        title="Estender teste"
        action="Estender"
        busy={extend.isPending || !/^[1-9]\d{0,2}$/.test(days) || Number(days) > 365}
        onClose={close}
        onSubmit={() => extend.mutate(Number(days))}
      >
        <TextField
          autoFocus
          label="Dias a mais"
          value={days}
          onChange={event => setDays(event.target.value)}
          helperText="De 1 a 365, somados ao que resta do teste"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </Ask>
    </>
  )
}
