import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Likeness } from '../../../../../services/leads/leads/pageSchema.ts'
import { type MatchStrength, strengthLabels } from '../../../../../services/leads/merges/rules.ts'
import type { Tone } from '../../../core/tokens.ts'
import { useMay } from '../../../shell/access.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useDuplicates, useTellApart } from './api.ts'
import { useShownLead } from './shownLead.ts'
import { reasonsText } from './words.ts'

const MergeDialog = onDemand(async () => (await import('./MergeDialog.tsx')).MergeDialog)

const strengthTones: Record<MatchStrength, Tone> = { strong: 'error', medium: 'warning', weak: 'neutral' }

/** Leads that may be the same person, and why; nothing where there are none. */
export function Duplicates() {
  const lead = useShownLead()
  const { data = [] } = useDuplicates(lead.id)
  const may = useMay('edit_leads')
  const apart = useTellApart(lead.id)
  const [merging, setMerging] = useState<Likeness | null>(null)
  if (data.length === 0) return null
  return (
    <Panel title="Possíveis duplicados">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {data.map(other => (
          <Box component="li" key={other.id} sx={{ minWidth: 0 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
              <Box
                component={Link}
                to={`/leads/${other.id}`}
                sx={{ fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}
              >
                {other.name}
              </Box>
              <Tag tone={strengthTones[other.strength]}>{strengthLabels[other.strength]}</Tag>
            </Box>
            <Box sx={{ my: 0.5, color: 'text.secondary', fontSize: '0.8125rem' }}>{reasonsText(other.reasons)}</Box>
            {may && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                <Button size="small" variant="outlined" onClick={() => setMerging(other)}>
                  Mesclar
                </Button>
                <Button size="small" disabled={apart.isPending} onClick={() => apart.mutate(other.id)}>
                  Não é a mesma pessoa
                </Button>
              </Box>
            )}
          </Box>
        ))}
      </Box>
      {merging && <MergeDialog lead={lead} otherId={merging.id} onClose={() => setMerging(null)} />}
    </Panel>
  )
}
