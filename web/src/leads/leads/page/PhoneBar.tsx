import NoteIcon from '@mui/icons-material/StickyNote2Outlined'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import { useMay } from '../../../shell/access.ts'
import { bottomMenuHeight, pageEnd } from '../../../ui/frame.ts'
import { useShownLead } from './shownLead.ts'
import { useWays, Ways } from './Ways.tsx'

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: `calc(${bottomMenuHeight}px + env(safe-area-inset-bottom))`,
  zIndex: theme.zIndex.appBar - 1,
  display: 'flex',
  gap: 8,
  // At the end of the page too it rests on the menu.
  margin: `16px -16px -${pageEnd}px`,
  padding: '10px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.background.paper,
  '& > *': { flex: '1 0 auto', paddingInline: 10 },
  '@media (max-width: 350px)': { '& .MuiButton-startIcon': { display: 'none' } },
  [theme.breakpoints.up('md')]: { display: 'none' }
}))

type Props = { onContact: (channel: ContactChannel) => void; onNote: () => void }

/** On small screens: what is done most, under the thumb. */
export function PhoneBar({ onContact, onNote }: Props) {
  const lead = useShownLead()
  const { inbox, whatsapp, call } = useWays(lead)
  const may = useMay('edit_leads')
  if (!inbox && !whatsapp && !call && !may) return null
  return (
    <Bar role="toolbar" aria-label="Ações do lead" data-bottom-bar>
      <Ways inbox={inbox} whatsapp={whatsapp} call={call} onContact={onContact} />
      {may && (
        <Button variant="outlined" startIcon={<NoteIcon />} onClick={onNote}>
          Nota
        </Button>
      )}
    </Bar>
  )
}
