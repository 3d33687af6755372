import { SelectInput, TextInput } from 'react-admin'
import type { Profile } from '../../../../services/account/auth/schema.ts'
import { formatPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { maskPhone } from '../../core/mask.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useDataChange } from './api.ts'
import { fitsJobTitle, fitsName, isRequired } from './checks.ts'
import { timeZoneChoices } from './labels.ts'
import { ProfileForm } from './ProfileForm.tsx'

const nameChecks = [isRequired, fitsName]

/** Name, phone, job title and time zone. */
export function DataPanel({ profile }: { profile: Profile }) {
  const { mutateAsync } = useDataChange()
  const { name, phone, jobTitle, timeZone } = profile

  const save = (values: Record<string, string>) =>
    mutateAsync({
      name: values.name ?? '',
      phone: values.phone || null,
      jobTitle: values.jobTitle || null,
      timeZone: values.timeZone ?? ''
    })

  return (
    <Panel title="Dados">
      <ProfileForm
        values={{ name, phone: phone && formatPhone(phone), jobTitle, timeZone }}
        submit="Salvar dados"
        onSend={save}
      >
        <TextInput source="name" label="Nome" validate={nameChecks} autoComplete="name" />
        <TextInput
          source="phone"
          label="Telefone"
          type="tel"
          autoComplete="tel"
          parse={(text: string) => maskPhone(text)}
          format={(text: string | null) => text ?? ''}
        />
        <TextInput source="jobTitle" label="Cargo" validate={fitsJobTitle} autoComplete="organization-title" />
        <SelectInput source="timeZone" label="Fuso horário" choices={timeZoneChoices(timeZone)} validate={isRequired} />
      </ProfileForm>
    </Panel>
  )
}
