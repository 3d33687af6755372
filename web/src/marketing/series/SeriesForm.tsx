import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { leadStatuses, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { quietHours } from '../../../../services/marketing/campaigns/rules.ts'
import {
  finalStatuses,
  seriesKindLabels,
  seriesKinds,
  seriesLimits,
  seriesReaches
} from '../../../../services/marketing/series/rules.ts'
import { HttpError } from '../../core/http.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useUnsavedWarning } from '../../ui/unsaved.ts'
import { useTemplates } from '../mailTemplates/api.ts'
import { type Series, useSeriesKit, useSeriesSave } from './api.ts'
import { type Draft, type Errors, newStep, ofKind, readDraft, type StepDraft } from './draft.ts'
import { StepFields } from './StepFields.tsx'
import { answerText, endText, kindHelp, reachText } from './words.ts'

type Props = { id: string | null; version: number; initial: Draft; onSaved: (series: Series) => void }

/** The form of a series: its start, its steps, and its end. */
export function SeriesForm({ id, version, initial, onSaved }: Props) {
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<Errors>({})
  const templates = useTemplates()
  const kit = useSeriesKit()
  const save = useSeriesSave({
    onDone: onSaved,
    onFailure: error => {
      const refused: Errors | undefined = error instanceof HttpError ? error.body.errors : undefined
      if (refused) setErrors(refused)
      return false
    }
  })
  useUnsavedWarning(draft !== first)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { kind, reach, steps } = draft
  const setStep = (key: number, part: Partial<StepDraft>) =>
    set({ steps: steps.map(step => (step.key === key ? { ...step, ...part } : step)) })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (save.isPending) return
    const read = readDraft(draft)
    setErrors('errors' in read ? read.errors : {})
    if ('series' in read) save.mutate({ id, version, series: read.series })
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Panel title="1. O que começa a sequência">
        <Box sx={{ display: 'grid', gap: 2 }}>
          <TextField
            required
            label="Nome da sequência"
            value={draft.name}
            error={Boolean(errors.name)}
            helperText={errors.name || 'Só a sua equipe vê.'}
            onChange={event => set({ name: event.target.value })}
            slotProps={{ htmlInput: { maxLength: seriesLimits.name } }}
          />
          <Box role="radiogroup" aria-label="O que começa a sequência" sx={{ display: 'grid', gap: 1 }}>
            {seriesKinds.map(each => (
              <Choice
                key={each}
                name="kind"
                value={each}
                title={seriesKindLabels[each]}
                checked={kind === each}
                onChange={() => setDraft(ofKind(draft, each))}
              >
                {kindHelp[each]}
              </Choice>
            ))}
          </Box>
          {kind === 'date' && <DateField draft={draft} error={errors.field} onChange={set} />}
          {kind === 'new_lead' ? (
            <Alert severity="info">{reachText(kind, 'new')}</Alert>
          ) : (
            <Box role="radiogroup" aria-label="Quem entra" sx={{ display: 'grid', gap: 1 }}>
              {seriesReaches.map(each => (
                <Choice
                  key={each}
                  name="reach"
                  value={each}
                  title={each === 'new' ? 'Só quem chegar daqui em diante' : 'Também quem já é lead'}
                  checked={reach === each}
                  onChange={() => set({ reach: each })}
                >
                  {reachText(kind, each)}
                </Choice>
              ))}
            </Box>
          )}
        </Box>
      </Panel>
      <Panel title="2. As etapas">
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {templates.error && !templates.data && (
            <Failure
              title="Falha ao carregar os modelos"
              error={templates.error}
              onRetry={() => void templates.refetch()}
            />
          )}
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
            {steps.map((step, n) => (
              <StepFields
                key={step.key}
                n={n}
                kind={kind}
                step={step}
                templates={templates.data}
                errors={errors}
                onChange={part => setStep(step.key, part)}
                onRemove={steps.length > 1 ? () => set({ steps: steps.filter(({ key }) => key !== step.key) }) : null}
              />
            ))}
          </Box>
          {steps.length < seriesLimits.steps && (
            <Box>
              <Button startIcon={<AddIcon />} onClick={() => set({ steps: [...steps, newStep('3', 'days')] })}>
                Adicionar etapa
              </Button>
            </Box>
          )}
        </Box>
      </Panel>
      <Panel title="3. Quando para">
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <span>{endText(kind)}</span>
          {kind !== 'date' && kit.data && (
            <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{answerText(kit.data.answers)}</Box>
          )}
          <Box
            role="group"
            aria-label="Situações que encerram a sequência"
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
          >
            {leadStatuses.map(status => {
              const fixed = kind === 'follow_up' && finalStatuses.some(each => each === status)
              const chosen = draft.stopStatuses.includes(status)
              return (
                <FormControlLabel
                  key={status}
                  label={statusLabels[status]}
                  disabled={fixed}
                  control={
                    <Checkbox
                      checked={fixed || chosen}
                      onChange={() =>
                        set({
                          stopStatuses: chosen
                            ? draft.stopStatuses.filter(each => each !== status)
                            : [...draft.stopStatuses, status]
                        })
                      }
                    />
                  }
                />
              )
            })}
          </Box>
          <FormControlLabel
            label={`Não enviar entre ${quietHours.from}h e ${quietHours.to}h`}
            control={
              <Checkbox checked={draft.quietHours} onChange={event => set({ quietHours: event.target.checked })} />
            }
          />
        </Box>
      </Panel>
      {errors.steps && <Alert severity="error">{errors.steps}</Alert>}
      <Box>
        <Button type="submit" variant={id === null ? 'contained' : 'outlined'} aria-busy={save.isPending}>
          {save.isPending ? 'Salvando…' : id === null ? 'Salvar sem ligar' : 'Salvar mudanças'}
        </Button>
      </Box>
    </Box>
  )
}

type DateProps = { draft: Draft; error: string | undefined; onChange: (part: Partial<Draft>) => void }

/** Which field holds the day, and whether it comes again. */
function DateField({ draft, error, onChange }: DateProps) {
  const kit = useSeriesKit()
  if (kit.error && !kit.data)
    return <Failure title="Falha ao carregar os campos" error={kit.error} onRetry={() => void kit.refetch()} />
  if (kit.data?.fields.length === 0)
    return (
      <Alert severity="warning">
        Nenhum formulário pergunta uma data ainda. Adicione um campo do tipo Data em Formulários, por exemplo “Data de
        nascimento”.
      </Alert>
    )
  return (
    <>
      <TextField
        select
        required
        label="Campo com a data"
        value={kit.data?.fields.some(({ name }) => name === draft.field) ? draft.field : ''}
        error={Boolean(error)}
        helperText={error}
        onChange={event => onChange({ field: event.target.value })}
      >
        {(kit.data?.fields ?? []).map(({ name, label }) => (
          <MenuItem key={name} value={name}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Box>
        <FormControlLabel
          label="Repetir todo ano, como um aniversário"
          control={<Checkbox checked={draft.yearly} onChange={event => onChange({ yearly: event.target.checked })} />}
        />
        {draft.yearly && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Quem faz aniversário em 29 de fevereiro recebe no dia 28 nos anos sem dia 29.
          </Box>
        )}
      </Box>
    </>
  )
}
