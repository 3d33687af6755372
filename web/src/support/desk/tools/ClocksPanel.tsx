import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { HttpError } from '../../../core/http.ts'
import { useMay } from '../../../shell/access.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type TicketRules, useClockRules, useClockRulesSave } from './api.ts'
import { HoursFields } from './HoursFields.tsx'
import { TargetFields } from './TargetFields.tsx'

/** The hours that count, and within how many of them tickets are answered and solved. */
export default function ClocksPanel() {
  const reading = useClockRules()
  return (
    <Loaded of={reading} what="os prazos">
      {({ rules, version }) => <Form key={version} rules={rules} version={version} />}
    </Loaded>
  )
}

function Form({ rules, version }: { rules: TicketRules; version: number }) {
  const may = useMay('edit_system_settings')
  const [draft, setDraft] = useState(rules)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useClockRulesSave({
    onFailure: error => {
      const errors = error instanceof HttpError ? error.body.errors : undefined
      setProblem(errors ? Object.values(errors).join(' ') : error.message)
      return true
    }
  })
  const change = (part: Partial<TicketRules>) => {
    setDraft(before => ({ ...before, ...part }))
    setProblem(null)
  }
  const same = JSON.stringify(draft) === JSON.stringify(rules)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!save.isPending) save.mutate({ rules: draft, version })
      }}
      sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {!may && <Alert severity="info">Só quem muda as configurações do sistema muda os prazos.</Alert>}
      <Panel title="Horário de atendimento">
        <HoursFields hours={draft.hours} disabled={!may} onChange={hours => change({ hours })} />
      </Panel>
      <Panel title="Metas por plano">
        <TargetFields targets={draft.targets} disabled={!may} onChange={targets => change({ targets })} />
      </Panel>
      {problem && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      {may && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" disabled={same} aria-busy={save.isPending}>
            Salvar prazos
          </Button>
          {!same && (
            <Button
              onClick={() => {
                setDraft(rules)
                setProblem(null)
              }}
            >
              Desfazer mudanças
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
