import Card from '@mui/material/Card'
import { fonts } from '../../../core/tokens.ts'
import { useMay } from '../../../shell/access.ts'
import { EditableFact } from './EditableFact.tsx'
import { useShownLead } from './shownLead.ts'
import { useTitles } from './titles.ts'

/** The person's message comes before all else, since an answer begins there. Nothing without one. */
export function LeadMessage() {
  const lead = useShownLead()
  const editable = useMay('edit_leads')
  const title = useTitles()('message')
  if (!lead.message) return null
  return (
    <Card
      component="section"
      aria-label={title}
      sx={{
        position: 'relative',
        mb: { xs: 2, sm: 2.5 },
        py: { xs: 1.5, sm: 2 },
        pr: { xs: 2, sm: 2.5 },
        pl: { xs: 6, sm: 8 },
        '&::before': {
          content: '"“"',
          position: 'absolute',
          top: { xs: 10, sm: 12 },
          left: { xs: 14, sm: 22 },
          fontFamily: fonts.display,
          fontSize: { xs: '3.5rem', sm: '4.5rem' },
          fontWeight: 800,
          lineHeight: 1,
          color: 'primary.main'
        },
        '& > div': { maxHeight: '40vh', overflowY: 'auto', maxWidth: '75ch' },
        // The value, not its label.
        '& > div > :nth-child(2)': { fontSize: '1.0625rem', lineHeight: 1.5 }
      }}
    >
      <EditableFact
        name="message"
        field="message"
        title={title}
        editable={editable}
        value={lead.message}
        change={text => ({ message: text || null })}
        multiline
        maxLength={5000}
      />
    </Card>
  )
}
