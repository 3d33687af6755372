import Button from '@mui/material/Button'
import { type ContactOutcome, contactOutcomes } from '../../../../services/account/activities/rules.ts'
import { outcomeLabels } from '../../../../services/leads/leads/marks/rules.ts'

type Props = { busy: boolean; onSay: (outcome: ContactOutcome) => void }

/** The possible outcomes of a contact, each a button. */
export const Outcomes = ({ busy, onSay }: Props) =>
  contactOutcomes.map(outcome => (
    <Button key={outcome} size="small" variant="outlined" disabled={busy} onClick={() => onSay(outcome)}>
      {outcomeLabels[outcome]}
    </Button>
  ))
