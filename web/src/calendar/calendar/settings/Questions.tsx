import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Question, QuestionChange } from '../../../../../services/calendar/appointments/schema.ts'
import { Field } from '../../../ui/Field.tsx'
import { useRows } from '../../../ui/form.tsx'

/** A question while it is edited: its options are lines of one text. */
export type QuestionDraft = Omit<Question, 'id' | 'options'> & { id: string | null; options: string }

const types: { value: Question['type']; label: string }[] = [
  { value: 'text', label: 'Texto curto' },
  { value: 'textarea', label: 'Texto longo' },
  { value: 'number', label: 'Número' },
  { value: 'date', label: 'Data' },
  { value: 'select', label: 'Uma opção' },
  { value: 'checkbox', label: 'Sim ou não' }
]

const maxQuestions = 20

export const draftsOf = (questions: readonly Question[]): QuestionDraft[] =>
  questions.map(question => ({ ...question, options: question.options.join('\n') }))

export const questionsOf = (drafts: readonly QuestionDraft[]): QuestionChange[] =>
  drafts.map(({ id, options, label, ...rest }) => ({
    ...rest,
    ...(id && { id }),
    label: label.trim(),
    options: rest.type === 'select' ? options.split('\n').flatMap(option => option.trim() || []) : []
  }))

type Props = { form: Parameters<typeof useRows>[0]; drafts: readonly QuestionDraft[] }

/** The questions that visitors answer when they book a service. */
export function Questions({ form, drafts }: Props) {
  const rows = useRows(form, 'questions')
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0, mb: 2, fontWeight: 600 }}>
        Perguntas a quem agenda
      </Typography>
      {rows.keys.map((key, n) => (
        <Box key={key} sx={{ display: 'grid', gap: 1.5, pb: 2, borderBottom: 1, borderColor: 'divider' }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
            <Field fullWidth name={`questions.${n}.label`} label={`Pergunta ${n + 1}`} longest={200} />
            <IconButton aria-label={`Excluir a pergunta ${n + 1}`} onClick={() => rows.remove(n)} sx={{ mt: 0.5 }}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
            <Field
              kind="choice"
              name={`questions.${n}.type`}
              label="Resposta"
              options={types}
              sx={{ flex: '1 1 180px' }}
            />
            <Field kind="check" name={`questions.${n}.required`} label="Obrigatória" />
          </Box>
          {drafts[n]?.type === 'select' && (
            <Field multiline minRows={2} name={`questions.${n}.options`} label="Opções, uma por linha" longest={5000} />
          )}
        </Box>
      ))}
      <Box>
        <Button
          startIcon={<AddIcon />}
          disabled={rows.keys.length >= maxQuestions}
          onClick={() => rows.add({ id: null, label: '', type: 'text', required: false, options: '' })}
        >
          Adicionar pergunta
        </Button>
      </Box>
    </Box>
  )
}
