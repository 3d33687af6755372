import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import { defaultAccent, mailLimits } from '../../../../services/marketing/mailTemplates/rules.ts'
import { Accent } from '../../ui/Accent.tsx'
import type { Draft } from './blocks.ts'
import { VariableField } from './VariableField.tsx'

type Props = {
  draft: Draft
  onChange: (change: Partial<Draft>, place: string) => void
  onAccent: (accent: string) => void
}

/** The fields that a mailbox lists of a mail, and the template's name and colour. */
export function HeadFields({ draft, onChange, onAccent }: Props) {
  const { name, subject, preheader, body } = draft
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 2 }}>
      <TextField
        required
        label="Nome do modelo"
        helperText="Só a sua equipe vê."
        value={name}
        onChange={event => onChange({ name: event.target.value }, 'name')}
        slotProps={{ htmlInput: { maxLength: mailLimits.name } }}
      />
      <VariableField
        label="Assunto"
        value={subject}
        maxLength={mailLimits.subject}
        onChange={text => onChange({ subject: text }, 'subject')}
      />
      <VariableField
        label="Texto de prévia"
        helperText="Aparece depois do assunto, na lista de mensagens."
        value={preheader}
        maxLength={mailLimits.preheader}
        onChange={text => onChange({ preheader: text }, 'preheader')}
      />
      <Box>
        <Accent
          value={body.accent === defaultAccent ? null : body.accent}
          onChange={color => onAccent(color ?? defaultAccent)}
        />
      </Box>
    </Card>
  )
}
