import { useEffect } from 'react'
import { hasPermission, homeOf, internalStaff } from '../../../../../../services/account/auth/rules.ts'
import { productName } from '../../../../../../services/core/rules.ts'
import { signedIn, user } from '../../../../core/session.ts'
import { onDemand } from '../../../../ui/onDemand.tsx'

const AdminConfig = onDemand(async () => (await import('./AdminConfig.tsx')).AdminConfig)

const frame = {
  minHeight: '100dvh',
  display: 'grid',
  placeItems: 'center',
  padding: 16,
  background: 'var(--page)'
} as const
const card = {
  maxWidth: 440,
  padding: '32px 24px',
  textAlign: 'center',
  font: 'var(--text-md)/1.5 var(--font)',
  color: 'var(--text)',
  background: 'var(--surface)',
  border: '1px solid var(--border)',
  borderRadius: 'var(--radius-lg)'
} as const
const button = {
  display: 'inline-block',
  padding: '10px 20px',
  borderRadius: 'var(--radius-md)',
  fontWeight: 600,
  textDecoration: 'none',
  color: 'var(--on-brand)',
  background: 'var(--brand)'
} as const

function words(hasSession: boolean, staff: boolean): string {
  if (!hasSession) return 'Entre na sua conta para ver as mensagens da sua empresa.'
  return staff
    ? 'As mensagens do Instagram pertencem às empresas. Aqui está como esta instalação se liga ao Instagram.'
    : 'As mensagens do Instagram pertencem às empresas. Sua conta não está ligada a nenhuma.'
}

/** For who is no company's person here: nothing is asked of the server before somebody has signed in. */
export default function InstagramInvitation() {
  const person = signedIn() ? user() : null
  const staff = person !== null && internalStaff(person)

  useEffect(() => {
    document.title = `Mensagens do Instagram · ${productName}`
    // With what Instagram sent them back with, where they were connecting the account.
    if (!person) sessionStorage.setItem('returnTo', location.pathname + location.search)
  }, [person])

  return (
    <main style={frame}>
      <div style={card}>
        <h1
          style={{
            margin: 0,
            fontFamily: 'var(--font-display)',
            fontSize: 'var(--text-xl)',
            lineHeight: 'var(--line-xl)'
          }}
        >
          Mensagens do Instagram
        </h1>
        <p style={{ margin: '12px 0 24px', color: 'var(--text-soft)' }}>{words(person !== null, staff)}</p>
        {staff && hasPermission(person, 'manage_integrations') && <AdminConfig />}
        <a href={person ? homeOf(person) : '/login'} style={button}>
          {person ? 'Voltar ao início' : 'Entrar'}
        </a>
      </div>
    </main>
  )
}
