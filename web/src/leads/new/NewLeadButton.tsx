import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useMay } from '../../shell/access.ts'
import { askNewLead } from './newLead.ts'

/** Opens the dialog in which a lead is typed; nothing for who may not. */
export const NewLeadButton = () =>
  useMay('edit_leads') && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={askNewLead}>
      Novo lead
    </Button>
  )
