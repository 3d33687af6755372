import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Variant } from '../../../../services/marketing/campaigns/rules.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Preview } from '../mailTemplates/Preview.tsx'
import { type Campaign, useCampaignPreview } from './api.ts'

/** The mail itself: what it would look like, or did, and what is to be mended before it goes. */
export function MailPanel({ campaign, ahead }: { campaign: Campaign; ahead: boolean }) {
  const { id, templateId, templateName, test } = campaign
  const [open, setOpen] = useState(false)
  const [leadId, setLeadId] = useState<string | null>(null)
  const [variant, setVariant] = useState<Variant>('a')
  const preview = useCampaignPreview(id, leadId, variant)
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Panel
        title="O e-mail"
        aside={
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Fechar a prévia' : 'Ver o e-mail'}
          </Button>
        }
      >
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <div>
            <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{preview.data?.subject}</Box>
            {templateName && (
              <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                Modelo: {ahead ? <Link to={`/email/templates/${templateId}`}>{templateName}</Link> : templateName}
              </Box>
            )}
          </div>
          {ahead && <BeforeSending id={id} />}
          {preview.error && !open && <Alert severity="info">{preview.error.message}</Alert>}
          {open && test && (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={variant}
              aria-label="Qual assunto"
              onChange={(_, chosen: Variant | null) => chosen && setVariant(chosen)}
            >
              <ToggleButton value="a">Assunto A</ToggleButton>
              <ToggleButton value="b">Assunto B</ToggleButton>
            </ToggleButtonGroup>
          )}
          {open && <Preview preview={preview} leadId={leadId} usual="desktop" onLead={setLeadId} />}
        </Box>
      </Panel>
    </Box>
  )
}

/** The warnings of the template's editor: the sender of a campaign need not have written its template. */
export function BeforeSending({ id }: { id: string }) {
  const { data } = useCampaignPreview(id)
  if (!data || data.warnings.length === 0) return null
  return (
    <Alert severity="warning">
      <AlertTitle>Confira antes de enviar</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {data.warnings.map(({ text, block }) => (
          <li key={`${block} ${text}`}>{text}</li>
        ))}
      </Box>
    </Alert>
  )
}
