import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Radio from '@mui/material/Radio'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import type { LeadDetail } from '../../../../../services/leads/leads/pageSchema.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { choosableFields, undoDays } from '../../../../../services/leads/merges/rules.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useMay } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Undo } from '../../../ui/Undo.tsx'
import { useLead, useMerge, useMergeUndo } from './api.ts'
import { useTitles } from './titles.ts'
import { valueText } from './values.ts'
import { Wrapped } from './Wrapped.tsx'

type Side = 'this' | 'other'
type Row = { field: string; title: string; here: string; there: string }

const fieldOf = (lead: Lead, field: string): unknown =>
  field.startsWith('custom.') ? lead.custom[field.slice(7)] : lead[field as keyof Lead]

/** The fields of which both leads know something, and not the same. */
function differences(lead: Lead, other: Lead, mayAssign: boolean, titleOf: (field: string) => string): Row[] {
  const own = Object.keys(other.custom).map(name => `custom.${name}`)
  return [...choosableFields.filter(field => field !== 'ownerId' || mayAssign), ...own].flatMap(field => {
    const text = (each: Lead) => (field === 'ownerId' ? (each.ownerName ?? '') : valueText(field, fieldOf(each, field)))
    const [here, there] = [text(lead), text(other)]
    if (!here || !there || here === there) return []
    return [{ field, title: titleOf(field), here, there }]
  })
}

type Props = { lead: LeadDetail; otherId: string; onClose: () => void; onMerged?: () => void }

/** Two leads side by side: per field whose value stays, what moves, and that it can be undone. */
export function MergeDialog({ lead, otherId, onClose, onMerged = () => {} }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const other = useLead(otherId)
  const mayAssign = useMay('assign_leads')
  const titleOf = useTitles({ custom: { ...lead.custom, ...other.data?.custom } })
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const undo = useMergeUndo()
  const notify = useNotify()
  const merge = useMerge(lead.id, merged => {
    notify(<Undo label="Leads mesclados" onUndo={() => undo.mutate(merged.merge.id)} />, {
      type: 'info',
      autoHideDuration: 10_000
    })
    onClose()
    onMerged()
  })
  const rows = other.data ? differences(lead, other.data, mayAssign, titleOf) : []

  function submit(): void {
    if (!other.data) return
    merge.mutate({
      otherId,
      fields: Object.fromEntries(rows.map(({ field }) => [field, chosen[field] ?? 'this'])),
      expectedVersions: { this: lead.version, other: other.data.version }
    })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>Mesclar leads</DialogTitle>
      <DialogContent>
        {merge.error && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {merge.error.message}
          </Alert>
        )}
        {other.error ? (
          <Alert severity="error">{other.error.message}</Alert>
        ) : !other.data ? (
          <Skeleton height={160} />
        ) : (
          <>
            <Grid role="group" aria-label="Comparação">
              <Head lead={lead} label="Este lead, que continua" />
              <Head lead={other.data} label="O outro, que entra neste" />
              {rows.map(row => (
                <Choice
                  key={row.field}
                  row={row}
                  side={chosen[row.field] ?? 'this'}
                  onChange={side => setChosen(current => ({ ...current, [row.field]: side }))}
                />
              ))}
            </Grid>
            {rows.length === 0 && <Box sx={{ my: 1.5 }}>Nenhum valor diverge entre os dois.</Box>}
            <Alert severity="info" sx={{ mt: 2 }}>
              O que falta aqui é completado com o outro. Envios, notas, tarefas, contatos, e-mails, etiquetas e
              consentimentos passam para este lead, e vale o consentimento mais restritivo. Você pode desfazer por{' '}
              {undoDays} dias.
            </Alert>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="contained" disabled={!other.data || merge.isPending} onClick={submit}>
          {merge.isPending ? 'Mesclando...' : 'Mesclar'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Grid = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 })

function Head({ lead, label }: { lead: Lead; label: string }) {
  const timeZone = useTimeZone()
  return (
    <Box sx={{ minWidth: 0, pb: 0.5 }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{label}</Box>
      <Box sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{lead.name}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        Recebido em {formatDateTime(lead.receivedAt, timeZone)}
      </Box>
    </Box>
  )
}

const Cell = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  minWidth: 0,
  padding: '4px 10px 6px 0',
  borderRadius: 8,
  border: `1px solid ${theme.palette.divider}`,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&:has(:checked)': { borderColor: theme.palette.primary.main, backgroundColor: theme.tokens.tones.brand.soft }
}))

type ChoiceProps = { row: Row; side: Side; onChange: (side: Side) => void }

const Choice = ({ row: { field, title, here, there }, side, onChange }: ChoiceProps) => (
  <>
    <Box sx={{ gridColumn: '1 / -1', mt: 0.5, color: 'text.secondary', fontSize: '0.8125rem' }}>{title}</Box>
    {(['this', 'other'] as const).map(each => (
      <Cell key={each}>
        <Radio
          size="small"
          name={`merge ${field}`}
          checked={side === each}
          onChange={() => onChange(each)}
          slotProps={{ input: { 'aria-label': `${title}: ${each === 'this' ? here : there}` } }}
          sx={{ p: 0.5, mx: 0.25 }}
        />
        <Box component="span" sx={{ pt: 0.5, minWidth: 0, fontSize: '0.875rem', whiteSpace: 'pre-wrap' }}>
          {field === 'email' ? <Wrapped email={each === 'this' ? here : there} /> : each === 'this' ? here : there}
        </Box>
      </Cell>
    ))}
  </>
)
