import BackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { FormRow } from '../../../../services/leads/forms/schema.ts'
import { FormDialog } from './FormDialog.tsx'

export type TabKey = 'fields' | 'look' | 'preview' | 'funnel'

type Props = {
  shown: TabKey
  /** There is room for the preview beside the others. */
  wide: boolean
  several: boolean
  forms: readonly FormRow[]
  onShow: (tab: TabKey) => void
  onRename: () => void
}

/** The parts of a form, its name, and the way to the other forms. */
export function EditorTabs({ shown, wide, several, forms, onShow, onRename }: Props) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        mb: 2,
        borderBottom: 1,
        borderColor: 'divider'
      }}
    >
      <Tabs
        value={shown}
        onChange={(_, chosen: TabKey) => onShow(chosen)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Partes do formulário"
        sx={{
          flexGrow: 1,
          minHeight: 44,
          '& .MuiTab-root': { minHeight: 44, minWidth: 64, px: { xs: 1.25, sm: 2 } }
        }}
      >
        <Tab value="fields" label="Campos" id="tab-fields" aria-controls="panel-fields" />
        <Tab value="look" label="Aparência" id="tab-look" aria-controls="panel-look" />
        {!wide && <Tab value="preview" label="Prévia" id="tab-preview" aria-controls="panel-preview" />}
        <Tab value="funnel" label="Funil" id="tab-funnel" aria-controls="panel-funnel" />
      </Tabs>
      <Button size="small" onClick={onRename}>
        Nome e origem
      </Button>
      {several && (
        <Button size="small" component={Link} to="/form-editor" startIcon={<BackIcon />}>
          Formulários
        </Button>
      )}
      {!several && <NewForm forms={forms} />}
    </Box>
  )
}

function NewForm({ forms }: { forms: readonly FormRow[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Novo formulário
      </Button>
      {open && (
        <FormDialog
          forms={forms}
          onClose={() => setOpen(false)}
          onDone={id => location.assign(`/form-editor?form=${id}`)}
        />
      )}
    </>
  )
}
