import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useMay } from '../../../shell/access.ts'
import { askNewLead } from './newLead.ts'

/** Opens the dialog in which a lead is typed; nothing for who may not. `small`: without words. */
export function NewLeadButton({ small = false }) {
  const may = useMay('edit_leads')
  if (!may) return null
  if (small)
    return (
      <Button variant="contained" aria-label="Novo lead" onClick={askNewLead} sx={{ minWidth: 44, px: 0 }}>
        <AddIcon />
      </Button>
    )
  return (
    <Button variant="contained" startIcon={<AddIcon />} onClick={askNewLead}>
      Novo lead
    </Button>
  )
}
