import TextField from '@mui/material/TextField'
import type { Integration } from '../../../../services/assistant/integrations/schema.ts'
import { Ask } from '../../ui/Ask.tsx'
import { useDraft } from '../../ui/draft.ts'
import { useLimitsChange } from './api.ts'

const orNull = (text: string) => text.trim() || null

/** Changes where a service is asked, with which model, and how much of it a month may cost. */
export function LimitsDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { draft, change, errors, setErrors, fail } = useDraft({
    baseUrl: integration.baseUrl ?? '',
    model: integration.model ?? '',
    monthlyTokenCap: integration.monthlyTokenCap?.toString() ?? ''
  })
  const save = useLimitsChange(integration.id, { onDone: onClose, onFailure: fail })

  function submit(): void {
    const found: Record<string, string> = {}
    if (draft.baseUrl.trim() && !/^https?:\/\/\S+$/.test(draft.baseUrl.trim()))
      found.baseUrl = 'Digite um endereço que comece com https://'
    if (draft.monthlyTokenCap.trim() && !/^[1-9]\d{0,9}$/.test(draft.monthlyTokenCap.trim()))
      found.monthlyTokenCap = 'Digite um número inteiro.'
    else if (Number(draft.monthlyTokenCap) > 2_000_000_000) found.monthlyTokenCap = 'Digite até 2.000.000.000.'
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save.mutate({
      baseUrl: orNull(draft.baseUrl),
      model: orNull(draft.model),
      monthlyTokenCap: draft.monthlyTokenCap.trim() ? Number(draft.monthlyTokenCap) : null
    })
  }

  const input = (name: keyof typeof draft, label: string, help: string) => (
    <TextField
      label={label}
      value={draft[name]}
      onChange={event => change(name, event.target.value)}
      error={errors[name] !== undefined}
      helperText={errors[name] ?? help}
      slotProps={{ htmlInput: name === 'monthlyTokenCap' ? { inputMode: 'numeric' } : { spellCheck: false } }}
    />
  )

  return (
    <Ask open title={integration.name} action="Salvar" busy={save.isPending} onClose={onClose} onSubmit={submit}>
      {input('model', 'Modelo', 'Vazio: o da instalação')}
      {input('baseUrl', 'URL base', 'Vazio: a do provedor')}
      {input('monthlyTokenCap', 'Limite de tokens por mês', 'Vazio: sem limite')}
    </Ask>
  )
}
