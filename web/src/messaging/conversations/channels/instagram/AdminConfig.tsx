import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminFailure } from '../../../../../../services/messaging/channels/instagram/rules.ts'
import { formatNumber } from '../../../../core/format.ts'
import { queryClient } from '../../../../shell/queryClient.ts'
import { useAdminConfig } from './api.ts'

/** How the installation is connected to Instagram, to be read by staff; it is set where the installation is. */
export function AdminConfig() {
  return (
    <QueryClientProvider client={queryClient}>
      <Facts />
    </QueryClientProvider>
  )
}

const label = { color: 'var(--text-soft)' } as const
const value = { margin: 0, overflowWrap: 'anywhere' } as const
const again = {
  padding: '8px 16px',
  border: '1px solid var(--edge)',
  borderRadius: 'var(--radius-md)',
  font: 'inherit',
  fontWeight: 600,
  color: 'var(--text)',
  background: 'var(--surface)',
  cursor: 'pointer'
} as const

function Facts() {
  const { data: config, error, refetch } = useAdminConfig()
  if (error)
    return (
      <div role="alert" style={{ marginBottom: 24 }}>
        <p style={{ margin: '0 0 8px', color: 'var(--error)' }}>{adminFailure}</p>
        <button type="button" style={again} onClick={() => void refetch()}>
          Tentar novamente
        </button>
      </div>
    )
  if (!config) return <p role="status">Carregando a configuração…</p>
  const facts: [string, ReactNode][] = [
    ['Aplicativo', config.appId ?? 'não definido'],
    ['Chave secreta', config.appSecretSet ? 'definida' : 'não definida'],
    ['Token de verificação', config.verifyTokenSet ? 'definido' : 'não definido'],
    ['URL de callback', config.callbackUrl],
    ['Retorno do acesso', config.loginReturnUrl],
    ['Servidor', `${config.graphUrl} ${config.graphVersion}`],
    ['Contas ligadas', formatNumber(config.connected)]
  ]
  return (
    <dl style={{ margin: '0 0 24px', display: 'grid', gap: 10, textAlign: 'left' }}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt style={label}>{name}</dt>
          <dd style={value}>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
