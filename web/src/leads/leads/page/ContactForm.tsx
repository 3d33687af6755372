import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import {
  type ContactChannel,
  type ContactOutcome,
  contactChannels,
  contactOutcomes
} from '../../../../../services/account/activities/rules.ts'
import { outcomeLabels } from '../../../../../services/leads/leads/marks/rules.ts'
import { channelLabels } from '../labels.ts'
import { useContact } from './api.ts'

/** Notes a contact that took place elsewhere: by what, and what came of it. */
export function ContactForm({
  leadId,
  onDone = () => {}
}: {
  leadId: string
  onDone?: (outcome: ContactOutcome) => void
}) {
  const [channel, setChannel] = useState<ContactChannel>('phone')
  const [outcome, setOutcome] = useState<ContactOutcome>('talked')
  const contact = useContact(leadId)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Choices label="Por onde" values={contactChannels} labels={channelLabels} value={channel} onChange={setChannel} />
      <Choices
        label="Resultado"
        values={contactOutcomes}
        labels={outcomeLabels}
        value={outcome}
        onChange={setOutcome}
      />
      <Button
        variant="contained"
        aria-busy={contact.isPending}
        onClick={() => contact.isPending || contact.mutate({ channel, outcome }, { onSuccess: () => onDone(outcome) })}
        sx={{ justifySelf: 'end' }}
      >
        Registrar contato
      </Button>
    </Box>
  )
}

type ChoicesProps<T extends string> = {
  label: string
  values: readonly T[]
  labels: Record<T, string>
  value: T
  onChange: (value: T) => void
}

const Choices = <T extends string>({ label, values, labels, value, onChange }: ChoicesProps<T>) => (
  <Box>
    <Box sx={{ mb: 0.5, color: 'text.secondary', fontSize: '0.8125rem' }}>{label}</Box>
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={label}
      onChange={(_event, next: T | null) => next && onChange(next)}
      sx={{ flexWrap: 'wrap' }}
    >
      {values.map(each => (
        <ToggleButton key={each} value={each} sx={{ px: 1.5, textTransform: 'none' }}>
          {labels[each]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  </Box>
)
