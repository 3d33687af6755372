import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useState } from 'react'
import type { CompanyPerson } from '../../../../services/admin/admin/schema.ts'
import { usePermitted } from '../../shell/access.ts'
import { Moment } from '../../shell/Moment.tsx'
import { DoubtAbout } from '../../support/desk/DoubtfulMail.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Deed, useCompanyPeople, useDeed } from './api.ts'
import { companyRoleLabels, personLabels, personTones } from './labels.ts'
import { RemoveSecondFactor } from './RemoveSecondFactor.tsx'

const deeds: Record<Deed, { label: string; title: string; text: string }> = {
  resend: {
    label: 'Reenviar convite',
    title: 'Reenviar convite?',
    text: 'Um novo link vai por e-mail e o anterior deixa de valer.'
  },
  reset: {
    label: 'Redefinir senha',
    title: 'Enviar link de nova senha?',
    text: 'A pessoa recebe um link para escolher uma nova senha, que vale por 60 minutos.'
  },
  'end-sessions': {
    label: 'Encerrar sessões',
    title: 'Encerrar as sessões?',
    text: 'A pessoa sai de todos os dispositivos agora e precisa entrar de novo.'
  }
}

/** The people of a company, and what staff may do for them. */
export function CompanyPeople({ companyId }: { companyId: string }) {
  const may = usePermitted()
  const reading = useCompanyPeople(companyId)
  const [pending, setPending] = useState<{ person: CompanyPerson; deed: Deed } | null>(null)
  const [unprotected, setUnprotected] = useState<CompanyPerson | null>(null)
  const act = useDeed(companyId, { onDone: () => setPending(null) })

  const button = (person: CompanyPerson, deed: Deed) => (
    <Button size="small" onClick={() => setPending({ person, deed })}>
      {deeds[deed].label}
    </Button>
  )

  const columns: Column<CompanyPerson>[] = [
    {
      label: 'Nome',
      title: true,
      show: ({ name, email }) => (
        <>
          <Box sx={{ fontWeight: 600 }}>{name || email}</Box>
          <Box sx={{ color: 'text.secondary' }}>{email}</Box>
        </>
      )
    },
    { label: 'Papel', show: ({ role }) => companyRoleLabels[role] ?? role },
    {
      label: 'Situação',
      show: ({ situation }) => <Tag tone={personTones[situation]}>{personLabels[situation]}</Tag>
    },
    { label: 'Último acesso', show: ({ lastAccess }) => (lastAccess ? <Moment at={lastAccess} relative /> : 'Nunca') },
    { label: 'Sessões', align: 'right', show: ({ sessions }) => String(sessions) },
    ...(may('manage_companies')
      ? [
          {
            label: 'Ações',
            show: (person: CompanyPerson) => (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', mx: -1 }}>
                {person.kind === 'invitation' && button(person, 'resend')}
                {person.kind === 'person' && person.situation === 'active' && button(person, 'reset')}
                {person.sessions > 0 && button(person, 'end-sessions')}
                {person.twoStep && (
                  <Button size="small" color="error" onClick={() => setUnprotected(person)}>
                    Remover duas etapas
                  </Button>
                )}
              </Box>
            )
          }
        ]
      : [])
  ]

  return (
    <Card>
      <Loaded of={reading} what="as pessoas">
        {people =>
          people.length === 0 ? (
            <Notice title="Ninguém nesta empresa" text="Nenhuma pessoa aceitou um convite ainda." />
          ) : (
            <Rows label="Pessoas da empresa" columns={columns} rows={people} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {unprotected && (
        <RemoveSecondFactor
          name={unprotected.name || unprotected.email}
          email={unprotected.email}
          person={{ id: unprotected.id, companyId }}
          onClose={() => setUnprotected(null)}
        />
      )}
      {pending && (
        <Ask
          open
          title={deeds[pending.deed].title}
          action={deeds[pending.deed].label}
          busy={act.isPending}
          onClose={() => setPending(null)}
          onSubmit={() => act.mutate(pending)}
        >
          {pending.deed === 'reset' && <DoubtAbout email={pending.person.email} />}
          <Box component="p" sx={{ m: 0 }}>
            {pending.person.name || pending.person.email}: {deeds[pending.deed].text}
          </Box>
        </Ask>
      )}
    </Card>
  )
}
