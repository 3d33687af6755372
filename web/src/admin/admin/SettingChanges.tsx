import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { SettingChange } from '../../../../services/admin/admin/schema.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Changes } from './AuditTable.tsx'
import { useAuditLabels, useSettingChanges, useSettingUndo } from './api.ts'

/** Earlier changes, each with undo. */
export function SettingChanges() {
  const reading = useSettingChanges()
  const undo = useSettingUndo()
  const { actionLabel } = useAuditLabels()
  const columns: Column<SettingChange>[] = [
    {
      label: 'O quê',
      title: true,
      show: ({ action, objectName }) => (
        <strong>
          {actionLabel(action)}
          {objectName ? `: ${objectName}` : ''}
        </strong>
      )
    },
    { label: 'Quem', show: ({ actorName }) => actorName },
    { label: 'Quando', show: ({ at }) => <Moment at={at} /> },
    { label: 'Alterações', width: '40%', show: ({ action, changes }) => <Changes action={action} changes={changes} /> },
    {
      label: 'Ações',
      show: ({ seq, undoable }) =>
        undoable ? (
          <Button size="small" disabled={undo.isPending} onClick={() => undo.mutate(seq)}>
            Desfazer
          </Button>
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Já substituída
          </Box>
        )
    }
  ]
  return (
    <Card component="section" aria-label="Alterações anteriores">
      <Box component="h2" sx={{ typography: 'h2', m: 0, p: { xs: 2, sm: 2.5 }, pb: { xs: 1, sm: 1 } }}>
        Alterações anteriores
      </Box>
      <Loaded of={reading} what="as alterações">
        {changes =>
          changes.length === 0 ? (
            <Alert severity="info" sx={{ m: 2 }}>
              Nada foi alterado ainda.
            </Alert>
          ) : (
            <Rows label="Alterações anteriores" columns={columns} rows={changes} keyOf={({ seq }) => String(seq)} />
          )
        }
      </Loaded>
    </Card>
  )
}
