import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { type ColumnName, columnLabels, hiddenColumnsKey } from './columns.ts'

const none: string[] = []
const names = Object.keys(columnLabels) as ColumnName[]

/** Lets a person choose the columns of the table. The name stays, since it leads to the lead. */
export function ColumnsMenu() {
  const [hidden, setHidden] = useStore<string[]>(hiddenColumnsKey, none)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter(other => other !== name) : [...hidden, name])

  return (
    <>
      <Button
        size="small"
        startIcon={<ColumnsIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        Colunas
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        disablePortal
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Colunas da tabela' } }}
      >
        <Box sx={{ display: 'grid', px: 2, py: 1, minWidth: 190 }}>
          {names.map(name => (
            <FormControlLabel
              key={name}
              label={columnLabels[name]}
              disabled={name === 'name'}
              control={<Checkbox size="small" checked={!hidden.includes(name)} onChange={() => toggle(name)} />}
              slotProps={{ typography: { variant: 'body2' } }}
            />
          ))}
        </Box>
      </Popover>
    </>
  )
}
