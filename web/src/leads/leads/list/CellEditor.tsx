import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { centsText, moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { MoneyInput } from '../MoneyInput.tsx'
import { useNewTask, useOpenTasks } from '../page/api.ts'
import { TagsField } from '../page/TagsField.tsx'
import { TaskDialog } from '../page/TaskDialog.tsx'
import { TaskForm } from '../page/TaskForm.tsx'
import { useSave } from '../page/useSave.tsx'
import type { EditedColumn } from './columns.tsx'

type Props = { lead: Lead; anchor: HTMLElement; onClose: () => void }

export function OwnerMenu({ lead, anchor, onClose }: Props) {
  const notify = useNotify()
  const { data: people = [] } = useEmployeeOptions()
  const { save, dialog } = useSave(lead)
  // The menu goes first: where somebody else has changed the owner meanwhile, a question takes its place.
  const [open, setOpen] = useState(true)
  const shown = people.filter(({ active, id }) => active || id === lead.ownerId)

  async function choose(ownerId: string | null): Promise<void> {
    if (ownerId === lead.ownerId) return onClose()
    setOpen(false)
    const failure = await save({ ownerId }, () => {
      notify('Responsável alterado', { type: 'success' })
      onClose()
    })
    if (failure) notify(failure.message, { type: 'error' })
  }
  return (
    <>
      <Menu
        open={open}
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{ list: { 'aria-label': `Responsável de ${lead.name}`, dense: true } }}
      >
        <MenuItem selected={lead.ownerId === null} onClick={() => void choose(null)}>
          Sem responsável
        </MenuItem>
        {shown.map(({ id, name }) => (
          <MenuItem key={id} selected={id === lead.ownerId} onClick={() => void choose(id)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  )
}

function ValueForm({ lead, anchor, onClose }: Props) {
  const { save, saving, errors, dialog } = useSave(lead)
  const [text, setText] = useState(centsText(lead.valueCents))
  const [wrong, setWrong] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const valueCents = readMoney(text)
    setWrong(valueCents === undefined)
    if (valueCents !== undefined && !saving) void save({ valueCents }, onClose)
  }
  return (
    <>
      <Popover open anchorEl={anchor} onClose={onClose} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}>
        <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', gap: 1, p: 1.5 }}>
          <MoneyInput
            autoFocus
            size="small"
            value={text}
            onChange={setText}
            error={wrong || errors.valueCents !== undefined}
            helperText={wrong ? moneyText : errors.valueCents}
            slotProps={{ htmlInput: { 'aria-label': `Valor de ${lead.name}` } }}
            sx={{ width: 190 }}
          />
          <Button type="submit" variant="contained" aria-busy={saving} sx={{ height: 40 }}>
            Salvar
          </Button>
        </Box>
      </Popover>
      {dialog}
    </>
  )
}

const TagsForm = ({ lead, anchor, onClose }: Props) => (
  <Popover
    open
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    slotProps={{ paper: { role: 'dialog', 'aria-label': `Etiquetas de ${lead.name}` } }}
  >
    <Box sx={{ width: 300, p: 1.5 }}>
      <TagsField lead={lead} editable />
    </Box>
  </Popover>
)

/** The next task is changed; a lead without one gets one. */
function NextTaskDialog({ lead, onClose }: Props) {
  const { data: tasks, isPending } = useOpenTasks(lead.id)
  const [next] = tasks ?? []
  // One that was done or moved meanwhile stays what the dialog is about.
  const [first, setFirst] = useState(next)
  if (next && !first) setFirst(next)
  if (isPending) return null
  return first ? <TaskDialog task={first} onClose={onClose} /> : <FirstTaskDialog lead={lead} onClose={onClose} />
}

function FirstTaskDialog({ lead: { id, name }, onClose }: Pick<Props, 'lead' | 'onClose'>) {
  const label = useId()
  const create = useNewTask()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={label}>
      <DialogTitle id={label}>Nova tarefa: {name}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <TaskForm
          leadId={id}
          kept={`new task ${id}`}
          action="Criar tarefa"
          busy={create.isPending}
          onCancel={onClose}
          onSave={(task, done) =>
            create.mutate(
              { leadId: id, ...task },
              {
                onSuccess: () => {
                  done()
                  onClose()
                }
              }
            )
          }
        />
      </DialogContent>
    </Dialog>
  )
}

const editors: Record<Exclude<EditedColumn, 'status'>, (props: Props) => ReactNode> = {
  owner: OwnerMenu,
  value: ValueForm,
  tags: TagsForm,
  nextTaskAt: NextTaskDialog
}

/** Changes a value of a lead where it stands in the table. */
export function CellEditor({ column, ...props }: Props & { column: Exclude<EditedColumn, 'status'> }) {
  const Editor = editors[column]
  return <Editor {...props} />
}
