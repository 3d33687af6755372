import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { SecondFactorState } from '../../../../services/account/auth/rules.ts'
import type { SecondFactorStart } from '../../../../services/account/auth/schema.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Proven, useProof, useRefresh, useSecondFactorStart } from './api.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

type Props = {
  state: SecondFactorState
  codesLeft: number
  /** The second factor is on, and its codes were put away. */
  onDone?: () => void
}

/** The second factor: off, being set up, its codes just made, or on. */
export function SecondFactorPanel({ state, codesLeft, onDone }: Props) {
  const refresh = useRefresh()
  const [started, setStarted] = useState<SecondFactorStart | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [proving, setProving] = useState<Proven | null>(null)
  const start = useSecondFactorStart(setStarted)
  const proof = useProof(made => {
    setProving(null)
    if (made) setCodes(made)
  })

  function turnedOn(recoveryCodes: string[]) {
    setStarted(null)
    setCodes(recoveryCodes)
  }

  const on = state === 'on' || codes !== null
  return (
    <Panel
      title="Verificação em duas etapas"
      aside={on ? <Tag tone="success">Ativada</Tag> : <Tag tone="neutral">Desativada</Tag>}
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            void refresh().then(onDone)
          }}
        />
      ) : started ? (
        <SecondFactorSetup started={started} onDone={turnedOn} onCancel={() => setStarted(null)} />
      ) : (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '60ch' }}>
            {on
              ? 'Ao entrar, além da senha, pedimos um código do seu aplicativo autenticador.'
              : 'Proteja sua conta com um código do aplicativo autenticador do seu celular, além da senha.'}
          </Typography>
          {on && codesLeft <= 3 && (
            <Alert severity="warning" sx={{ width: '100%' }}>
              {codesLeft === 0
                ? 'Você não tem mais códigos de recuperação. Gere novos.'
                : `Restam poucos códigos de recuperação: ${codesLeft}. Gere novos.`}
            </Alert>
          )}
          {on ? (
            <>
              {codesLeft > 3 && <span>Códigos de recuperação restantes: {codesLeft}</span>}
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                <Button variant="outlined" onClick={() => setProving('recovery-codes')}>
                  Gerar novos códigos
                </Button>
                <Button variant="outlined" color="error" onClick={() => setProving('disable')}>
                  Desativar
                </Button>
              </Box>
            </>
          ) : (
            <Button variant="contained" onClick={() => start.mutate()}>
              Ativar
            </Button>
          )}
        </Box>
      )}
      {proving && (
        <ProofDialog
          title={proving === 'disable' ? 'Desativar a verificação' : 'Gerar novos códigos'}
          text={
            proving === 'disable'
              ? 'Depois disso, só a senha protege a sua conta.'
              : 'Os códigos de recuperação anteriores deixam de valer.'
          }
          submit={proving === 'disable' ? 'Desativar' : 'Gerar novos códigos'}
          onSend={({ password = '', code = '' }) => proof.mutateAsync({ what: proving, password, code })}
          onClose={() => setProving(null)}
        />
      )}
    </Panel>
  )
}
