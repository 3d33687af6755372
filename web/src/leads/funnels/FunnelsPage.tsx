import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { maxFunnels } from '../../../../services/leads/funnels/rules.ts'
import type { Funnel } from '../../../../services/leads/funnels/schema.ts'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useFunnels } from './api.ts'
import { DeleteFunnel } from './DeleteFunnel.tsx'
import { FunnelDialog } from './FunnelDialog.tsx'
import { useSteps } from './steps.ts'

/** The company's funnels and their steps. */
export default function FunnelsPage() {
  const { data: funnels, error, refetch } = useFunnels()
  const { of } = useSteps()
  const [edited, setEdited] = useState<Funnel | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Funnel | null>(null)
  return (
    <>
      <PageHead
        title="Funis"
        primary={
          funnels &&
          funnels.length < maxFunnels && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
              Novo funil
            </Button>
          )
        }
        beside
      />
      {!funnels && !error && <Skeleton variant="rounded" height={120} />}
      {!funnels && error && (
        <Card>
          <Failure title="Falha ao carregar os funis" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      <Box component="ul" aria-label="Funis" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {funnels?.map(funnel => (
          <Card key={funnel.id} component="li" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Typography variant="h2" sx={{ fontSize: '1.0625rem', flex: '1 1 auto', overflowWrap: 'anywhere' }}>
                {funnel.name}
              </Typography>
              <Button size="small" aria-label={`Editar o funil ${funnel.name}`} onClick={() => setEdited(funnel)}>
                Editar
              </Button>
              {!funnel.default && (
                <Button
                  size="small"
                  color="error"
                  aria-label={`Excluir o funil ${funnel.name}`}
                  onClick={() => setDeleted(funnel)}
                >
                  Excluir
                </Button>
              )}
            </Box>
            <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
              {funnel.steps.map(({ key, name }) => (
                <li key={key}>
                  <Tag tone={of(key).tone}>{name}</Tag>
                </li>
              ))}
            </Box>
          </Card>
        ))}
      </Box>
      {edited && funnels && (
        <FunnelDialog funnel={edited === 'new' ? null : edited} funnels={funnels} onClose={() => setEdited(null)} />
      )}
      {deleted && funnels && <DeleteFunnel funnel={deleted} funnels={funnels} onClose={() => setDeleted(null)} />}
    </>
  )
}
