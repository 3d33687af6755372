import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, type RefObject, useState } from 'react'
import type { ContactOutcome } from '../../../../../services/account/activities/rules.ts'
import { useNewNote, useNewTask } from './api.ts'
import { ContactForm } from './ContactForm.tsx'
import { NoteForm } from './NoteForm.tsx'
import { useShownLead } from './shownLead.ts'
import { TaskForm } from './TaskForm.tsx'

export type ComposerTab = 'note' | 'task' | 'contact'

type Props = {
  tab: ComposerTab
  onTab: (tab: ComposerTab) => void
  note: RefObject<HTMLTextAreaElement | null>
  onContact: (outcome: ContactOutcome) => void
}

/** Where something is added to a lead: a note, a task, or a contact that was made. */
export function Composer({ tab, onTab, note, onContact }: Props) {
  const lead = useShownLead()
  const create = useNewNote(lead.id)
  const plan = useNewTask()
  // A part that was opened stays, hidden, with what was typed into it.
  const [opened, setOpened] = useState([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  const part = (name: ComposerTab, content: ReactNode) =>
    opened.includes(name) && <div hidden={name !== tab}>{content}</div>
  return (
    <Card component="section" aria-label="Adicionar ao lead" id="composer" sx={{ overflow: 'visible' }}>
      <Tabs
        value={tab}
        onChange={(_event, next: ComposerTab) => onTab(next)}
        aria-label="O que adicionar"
        variant="scrollable"
        scrollButtons={false}
        sx={{ px: { xs: 1, sm: 1.5 }, borderBottom: 1, borderColor: 'divider', minHeight: 44 }}
      >
        <Tab value="note" label="Nota" sx={tabLook} />
        <Tab value="task" label="Tarefa" sx={tabLook} />
        <Tab value="contact" label="Registrar contato" sx={tabLook} />
      </Tabs>
      <Box sx={{ p: { xs: 2, sm: 2.5 } }}>
        {part(
          'note',
          <NoteForm
            leadId={lead.id}
            kept={`note ${lead.id}`}
            label="Nota"
            action="Salvar nota"
            busy={create.isPending}
            input={note}
            onSave={(body, done) => create.mutate({ ...body, done })}
          />
        )}
        {part(
          'task',
          <TaskForm
            leadId={lead.id}
            kept={`task ${lead.id}`}
            action="Criar tarefa"
            busy={plan.isPending}
            onSave={(fields, done) => plan.mutate({ leadId: lead.id, ...fields }, { onSuccess: done })}
          />
        )}
        {part('contact', <ContactForm leadId={lead.id} onDone={onContact} />)}
      </Box>
    </Card>
  )
}

const tabLook = { textTransform: 'none', minHeight: 44, px: 1.5, minWidth: 0 }
