import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { ContactOutcome } from '../../../../../services/account/activities/rules.ts'
import { LaterButtons } from '../Later.tsx'
import { Outcomes } from '../Outcomes.tsx'
import { useNewTask, useOutcome } from './api.ts'
import { useShownLead } from './shownLead.ts'

export type Begun = { activityId: string | null; outcome: ContactOutcome | null }

type Props = { started: Begun; onChange: (begun: Begun | null) => void }

/** After a contact was begun: what came of it, and then what is next. */
export function FollowUp({ started, onChange }: Props) {
  const lead = useShownLead()
  const say = useOutcome(lead.id)
  const create = useNewTask()
  const first = lead.name.split(' ')[0]
  if (started.outcome === null)
    return (
      <Ask text={`Como foi o contato com ${first}?`} onLater={() => onChange(null)}>
        <Outcomes
          busy={say.isPending}
          onSay={outcome =>
            started.activityId &&
            say.mutate(
              { activityId: started.activityId, outcome },
              { onSuccess: () => onChange({ ...started, outcome }) }
            )
          }
        />
      </Ask>
    )
  return (
    <Ask text={nextTexts[started.outcome]} onLater={() => onChange(null)}>
      <LaterButtons
        busy={create.isPending}
        onChoose={at =>
          create.mutate(
            {
              leadId: lead.id,
              title: started.outcome === 'talked' ? 'Dar continuidade' : 'Tentar contato de novo',
              kind: 'call',
              dueAt: at.toISOString(),
              remindAt: at.toISOString()
            },
            { onSuccess: () => onChange(null) }
          )
        }
      />
    </Ask>
  )
}

const nextTexts: Record<ContactOutcome, string> = {
  talked: 'Qual é o próximo passo?',
  no_answer: 'Quando tentar de novo?',
  wrong_number: 'O número foi marcado como errado. Quando tentar por outro meio?'
}

type AskProps = { text: string; onLater: () => void; children: ReactNode }

const Ask = ({ text, onLater, children }: AskProps) => (
  <Alert severity="info" icon={false} sx={{ mb: 2.5, '& .MuiAlert-message': { width: '100%' } }}>
    <Box role="group" aria-label={text} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ fontWeight: 600, flexGrow: 1, minWidth: 200 }}>
        {text}
      </Box>
      {children}
      <Button size="small" onClick={onLater}>
        Agora não
      </Button>
    </Box>
  </Alert>
)
