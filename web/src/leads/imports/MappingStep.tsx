import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { duplicatePolicies, policyTexts } from '../../../../services/leads/imports/rules.ts'
import { useMay } from '../../shell/access.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useKept } from '../../ui/kept.ts'
import { Panel } from '../../ui/Panel.tsx'
import { AllRowsPanel } from './AllRowsPanel.tsx'
import { type Import, type ImportSettings, useImportStep } from './api.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { twoColumns } from './choices.ts'

const begin = ({ reading, settings }: Import, assigns: boolean): ImportSettings =>
  settings && settings.mapping.length === reading.columns.length
    ? settings
    : {
        mapping: reading.columns.map(({ suggestion }) => (suggestion === 'owner' && !assigns ? null : suggestion)),
        policy: 'fill',
        dateStyle: reading.dateStyle,
        source: 'importação',
        ownerId: null,
        tags: [],
        newTags: true,
        origin: 'customers',
        originNote: '',
        consentEvidence: '',
        notify: false
      }

/** The field of each column, and the policy for people whom the company already has. */
export function MappingStep({ found, onChecked }: { found: Import; onChecked: () => void }) {
  const { sheet, headerRow, encoding, columns } = found.reading
  // Another sheet, row of headings or encoding is another table.
  return <Mapping key={JSON.stringify([sheet, headerRow, encoding, columns])} found={found} onChecked={onChecked} />
}

function Mapping({ found, onChecked }: { found: Import; onChecked: () => void }) {
  const { reading } = found
  const assigns = useMay('assign_leads')
  const [start] = useState(() => {
    const settings = begin(found, assigns)
    return { settings, origin: String(found.settings?.origin ?? ''), tags: settings.tags.join('; ') }
  })
  // The mapping of many columns is work.
  const [{ settings, origin, tags }, write, forget] = useKept(
    `import ${found.id} ${reading.sheet} ${reading.headerRow} ${reading.encoding}`,
    start
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const step = useImportStep(found.id, setErrors)
  const set = (change: Partial<ImportSettings>) =>
    write(current => ({ ...current, settings: { ...current.settings, ...change } }))

  const check = () => {
    if (!origin) return setErrors({ origin: 'Diga de onde vem esta lista.' })
    setErrors({})
    const names = tags
      .split(/[;,]/)
      .map(name => name.trim())
      .filter(Boolean)
    const body = { ...settings, origin: origin as ImportSettings['origin'], tags: names }
    step.mutate(
      { step: 'check', body },
      {
        onSuccess: () => {
          forget()
          onChecked()
        }
      }
    )
  }

  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ColumnsPanel
        found={found}
        settings={settings}
        error={errors.mapping}
        busy={step.isPending}
        onChange={set}
        onRead={body => step.mutate({ method: 'PUT', step: 'reading', body })}
      />

      <Panel title="Quem já é lead">
        <Box role="radiogroup" aria-label="Quem já é lead" sx={twoColumns}>
          {duplicatePolicies.map(policy => (
            <Choice
              key={policy}
              name="policy"
              value={policy}
              checked={settings.policy === policy}
              onChange={() => set({ policy })}
              title={policyTexts[policy].title}
            >
              {policyTexts[policy].text}
            </Choice>
          ))}
        </Box>
      </Panel>

      <AllRowsPanel
        settings={settings}
        origin={origin}
        tags={tags}
        errors={errors}
        onChange={set}
        onOrigin={next => write(current => ({ ...current, origin: next }))}
        onTags={next => write(current => ({ ...current, tags: next }))}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button variant="contained" size="large" disabled={step.isPending} onClick={check}>
          Conferir antes de importar
        </Button>
      </Box>
    </Box>
  )
}
