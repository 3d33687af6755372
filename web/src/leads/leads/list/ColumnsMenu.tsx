import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { columnOf } from './columns.tsx'
import { useDensity } from './density.ts'
import { useColumnNames, useColumns } from './useColumns.ts'

/** Which columns the table shows, and how close its rows are. The name stays, since it leads to the lead. */
export function ColumnsMenu() {
  const names = useColumnNames()
  const [shown, setShown] = useColumns()
  const [density, setDensity] = useDensity()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  return (
    <>
      <Tooltip title="Colunas e linhas">
        <IconButton
          aria-label="Colunas e linhas"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={event => setAnchor(event.currentTarget)}
        >
          <ColumnsIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Colunas da tabela' } }}
      >
        <Box sx={{ display: 'grid', px: 2, py: 1, minWidth: 210 }}>
          {names.map(name => (
            <FormControlLabel
              key={name}
              label={columnOf(name).label}
              disabled={name === 'name'}
              control={
                <Checkbox
                  size="small"
                  sx={{ py: 0.625 }}
                  checked={shown.includes(name)}
                  onChange={(_event, on) => setShown(on ? [...shown, name] : shown.filter(other => other !== name))}
                />
              }
              slotProps={{ typography: { variant: 'body2' } }}
            />
          ))}
          <Divider sx={{ my: 0.75 }} />
          <FormControlLabel
            label="Linhas compactas"
            control={
              <Checkbox
                size="small"
                sx={{ py: 0.625 }}
                checked={density === 'small'}
                onChange={(_event, on) => setDensity(on ? 'small' : 'medium')}
              />
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        </Box>
      </Popover>
    </>
  )
}
