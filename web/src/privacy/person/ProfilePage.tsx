import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Profile } from '../../../../services/account/auth/schema.ts'
import { settingsSection } from '../../../../services/account/notifications/rules.ts'
import { useNotificationSettings } from '../../account/notifications/api.ts'
import { DesktopPanel } from '../../account/notifications/DesktopPanel.tsx'
import { NotificationsPanel } from '../../account/notifications/NotificationsPanel.tsx'
import { user } from '../../core/session.ts'
import { useUser } from '../../shell/access.ts'
import { currentUser } from '../../shell/account.ts'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { type Section, Sections } from '../../ui/Sections.tsx'
import { tabAddress } from '../../ui/Tabs.tsx'
import { useProfile, useSessions } from './api.ts'
import { DataPanel } from './DataPanel.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { PrivacyPanel } from './PrivacyPanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SignInsPanel } from './SignInsPanel.tsx'

/**
 * The own account, of a company's people and of staff alike. A person who must set up a second factor first sees
 * nothing else, as the API answers nothing else.
 */
export default function ProfilePage() {
  const [mustProtect, setMustProtect] = useState(() => user()?.secondFactor === 'required')
  useEffect(() => {
    // The user kept in this browser may be older than the rule.
    void currentUser().then(person => setMustProtect(person.secondFactor === 'required'))
  }, [])
  return (
    <>
      <PageHead title="Perfil" />
      {mustProtect ? <Protect onDone={() => setMustProtect(false)} /> : <Panels />}
    </>
  )
}

/** Ends once the codes of the new second factor were put away: the kept user is read again then. */
function Protect({ onDone }: { onDone: () => void }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <Alert severity="warning">Sua conta precisa da verificação em duas etapas. Ative para continuar.</Alert>
      <SecondFactorPanel state="required" codesLeft={0} onDone={onDone} />
    </Box>
  )
}

function Panels() {
  const { data: profile, error, refetch } = useProfile()
  const ofCompany = useUser()?.companyEmployee != null
  const { hash } = useLocation()
  // Where mails of the past lead to.
  if (hash === `#${settingsSection}`) return <Navigate to={tabAddress(settingsSection)} replace />
  if (error && !profile)
    return <Failure title="Falha ao carregar o perfil" error={error} onRetry={() => void refetch()} />
  return <Sections label="Seções do perfil" sections={sectionsOf(profile, ofCompany)} />
}

/** The menu of them stands before the profile has come, so that nothing moves when it does. */
const sectionsOf = (profile: Profile | undefined, ofCompany: boolean): Section[] => {
  const section = (key: string, label: string, content: (profile: Profile) => ReactNode): Section => ({
    key,
    label,
    content: profile ? content(profile) : <Skeleton variant="rounded" height={320} />
  })
  return [
    section('dados', 'Dados', profile => (
      <>
        <DataPanel profile={profile} />
        <EmailPanel profile={profile} />
      </>
    )),
    section('seguranca', 'Senha e segurança', profile => (
      <>
        <PasswordPanel profile={profile} />
        <SecondFactorPanel state={profile.secondFactor} codesLeft={profile.recoveryCodesLeft} />
      </>
    )),
    section('acessos', 'Sessões e acessos', ({ timeZone }) => <Accesses timeZone={timeZone} />),
    ...(ofCompany ? [{ key: settingsSection, label: 'Notificações', content: <Notices /> }] : []),
    section('privacidade', 'Privacidade', () => <PrivacyPanel />)
  ]
}

/** The browser's notices come below the others, which would push them away. */
function Notices() {
  const { settings, error } = useNotificationSettings()
  return (
    <>
      <NotificationsPanel />
      {(settings || error) && <DesktopPanel />}
    </>
  )
}

/** The attempts come below the sessions, which would push them away: nobody knows how many there are. */
function Accesses({ timeZone }: { timeZone: string }) {
  const { isPending } = useSessions()
  return (
    <>
      <SessionsPanel timeZone={timeZone} />
      {!isPending && <SignInsPanel timeZone={timeZone} />}
    </>
  )
}
