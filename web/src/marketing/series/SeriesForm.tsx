import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { leadStatuses, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { quietHours } from '../../../../services/marketing/campaigns/rules.ts'
import {
  finalStatuses,
  seriesKindLabels,
  seriesKinds,
  seriesLimits,
  seriesReaches
} from '../../../../services/marketing/series/rules.ts'
import { NewSeries, SeriesChange } from '../../../../services/marketing/series/schema.ts'
import { useApproved } from '../../messaging/templates/api.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm, useRows } from '../../ui/form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useTemplates } from '../mailTemplates/api.ts'
import { type Series, useSeriesKit, useSeriesSave } from './api.ts'
import { bodyOf, type Draft, faultsOf, newStep, ofKind } from './draft.ts'
import { StepFields } from './StepFields.tsx'
import { answerText, endText, kindHelp, reachText } from './words.ts'

type Props = { id: string | null; version: number; initial: Draft; onSaved: (series: Series) => void }

/** The form of a series: its start, its steps, and its end. */
export function SeriesForm({ id, version, initial, onSaved }: Props) {
  const templates = useTemplates()
  const messages = useApproved('')
  const kit = useSeriesKit()
  const form = useForm(
    id === null ? NewSeries : SeriesChange,
    // The version belongs to what was read: a change of somebody else is noticed at saving.
    { ...initial, version },
    useSeriesSave(id, { onDone: onSaved }),
    {
      toBody: ({ version: read, ...draft }) => ({
        ...bodyOf(draft, messages.data),
        ...(id !== null && { version: read })
      }),
      check: faultsOf,
      keep: `series ${id ?? 'new'}`,
      names: { steps: 'Etapas' }
    }
  )
  const rows = useRows(form, 'steps')
  const draft = form.values
  const { kind, reach, steps } = draft

  return (
    <Form {...form} sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title="1. O que começa a sequência">
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Field
            required
            name="name"
            label="Nome da sequência"
            help="Só a sua equipe vê."
            longest={seriesLimits.name}
          />
          <Box role="radiogroup" aria-label="O que começa a sequência" sx={{ display: 'grid', gap: 1 }}>
            {seriesKinds.map(each => (
              <Choice
                key={each}
                name="kind"
                value={each}
                title={seriesKindLabels[each]}
                checked={kind === each}
                onChange={() => {
                  form.change('kind', each)
                  form.change('steps', ofKind(draft, each).steps)
                }}
              >
                {kindHelp[each]}
              </Choice>
            ))}
          </Box>
          {kind === 'date' && <DateField yearly={draft.yearly} />}
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
                  onChange={() => form.change('reach', each)}
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
            {rows.keys.map((key, n) => {
              const step = steps[n]
              return (
                step && (
                  <StepFields
                    key={key}
                    n={n}
                    kind={kind}
                    step={step}
                    templates={templates.data}
                    messages={messages.data}
                    onValues={values =>
                      form.change(
                        'steps',
                        steps.map((each, at) => (at === n ? { ...each, values } : each))
                      )
                    }
                    onRemove={steps.length > 1 ? () => rows.remove(n) : null}
                  />
                )
              )
            })}
          </Box>
          {steps.length < seriesLimits.steps && (
            <Box>
              <Button startIcon={<AddIcon />} onClick={() => rows.add(newStep('3', 'days'))}>
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
                        form.change(
                          'stopStatuses',
                          chosen ? draft.stopStatuses.filter(each => each !== status) : [...draft.stopStatuses, status]
                        )
                      }
                    />
                  }
                />
              )
            })}
          </Box>
          <Field kind="check" name="quietHours" label={`Não enviar entre ${quietHours.from}h e ${quietHours.to}h`} />
        </Box>
      </Panel>
      <SaveButton
        variant={id === null ? 'contained' : 'outlined'}
        busy="Salvando…"
        label={id === null ? 'Salvar sem ligar' : 'Salvar mudanças'}
      />
    </Form>
  )
}

/** Which field holds the day, and whether it comes again. */
function DateField({ yearly }: { yearly: boolean }) {
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
      <Field
        kind="choice"
        required
        name="field"
        label="Campo com a data"
        options={kit.data?.fields.map(({ name: value, label }) => ({ value, label })) ?? []}
      />
      <Field
        kind="check"
        name="yearly"
        label="Repetir todo ano, como um aniversário"
        help={yearly && 'Quem faz aniversário em 29 de fevereiro recebe no dia 28 nos anos sem dia 29.'}
      />
    </>
  )
}
