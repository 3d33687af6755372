import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { user } from '../core/session.ts'
import { NotificationsPanel } from '../notifications/NotificationsPanel.tsx'
import { useUser } from '../shell/access.ts'
import { currentUser } from '../shell/account.ts'
import { Failure } from '../ui/Failure.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useProfile } from './api.ts'
import { DataPanel } from './DataPanel.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { PrivacyPanel } from './PrivacyPanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SignInsPanel } from './SignInsPanel.tsx'

/**
 * The own account, of a company's people and of staff alike. Whoever must set up a second factor first sees nothing else,
 * as the API answers nothing else.
 */
export default function ProfilePage() {
  const [mustProtect, setMustProtect] = useState(() => user()?.secondFactor === 'required')
  useEffect(() => {
    // What this browser keeps may be older than the rule.
    void currentUser().then(person => setMustProtect(person.secondFactor === 'required'))
  }, [])
  return (
    <>
      <PageHead title="Perfil" />
      {mustProtect ? <Protect onDone={() => setMustProtect(false)} /> : <Panels />}
    </>
  )
}

/** Ends once the codes of the new second factor were put away: the kept user is read anew then. */
function Protect({ onDone }: { onDone: () => void }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <Alert severity="warning">Sua conta precisa da verificação em duas etapas. Ative para continuar.</Alert>
      <SecondFactorPanel state="required" codesLeft={0} onDone={onDone} />
    </Box>
  )
}

const column = { display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 } as const

function Panels() {
  const { data: profile, error, refetch } = useProfile()
  const ofCompany = useUser()?.companyEmployee != null
  if (error && !profile)
    return <Failure title="Falha ao carregar o perfil" error={error} onRetry={() => void refetch()} />
  if (!profile) return <Spinner />
  const { timeZone } = profile
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <Box sx={column}>
        <DataPanel profile={profile} />
        <EmailPanel profile={profile} />
        <PasswordPanel profile={profile} />
      </Box>
      <Box sx={column}>
        <SecondFactorPanel state={profile.secondFactor} codesLeft={profile.recoveryCodesLeft} />
        <SessionsPanel timeZone={timeZone} />
        <SignInsPanel timeZone={timeZone} />
        {ofCompany && <NotificationsPanel />}
        <PrivacyPanel />
      </Box>
    </Box>
  )
}
