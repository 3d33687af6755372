import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { PasswordInput } from 'react-admin'
import type { Profile } from '../../../../services/account/auth/schema.ts'
import { formatDate } from '../../core/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { usePasswordChange } from './api.ts'
import { isPassword, isRequired, isSamePassword } from './checks.ts'
import { ProfileForm } from './ProfileForm.tsx'

const newChecks = [isRequired, isPassword]
const againChecks = [isRequired, isSamePassword]

/** Another password, which ends the sessions on other devices. */
export function PasswordPanel({ profile }: { profile: Profile }) {
  const [round, setRound] = useState(0)
  const { mutateAsync: change } = usePasswordChange(() => setRound(round + 1))

  return (
    <Panel
      title="Senha"
      aside={
        profile.passwordChangedAt && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Alterada em {formatDate(profile.passwordChangedAt, profile.timeZone)}
          </Typography>
        )
      }
    >
      <ProfileForm
        key={round}
        submit="Alterar senha"
        onSend={({ current = '', password = '' }) => change({ current, password })}
      >
        <PasswordInput source="current" label="Senha atual" autoComplete="current-password" validate={isRequired} />
        <PasswordInput
          source="password"
          label="Nova senha"
          autoComplete="new-password"
          helperText="De 8 a 128 caracteres; senhas muito comuns não são aceitas."
          validate={newChecks}
        />
        <PasswordInput source="again" label="Repita a nova senha" autoComplete="new-password" validate={againChecks} />
      </ProfileForm>
    </Panel>
  )
}
