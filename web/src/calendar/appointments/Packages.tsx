import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatDate, formatNumber } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { usePackageRemoval, usePackages, useServices } from './api.ts'
import { PackageDialog } from './PackageDialog.tsx'

/** The packages of sessions that a lead has, and the way to sell another. */
export function Packages({ leadId }: { leadId: string }) {
  const { data: packages = [] } = usePackages(leadId)
  const { data: services = [] } = useServices()
  const may = useMay('manage_calendar')
  const remove = usePackageRemoval()
  const [selling, setSelling] = useState(false)
  if (packages.length === 0 && (!may || services.length === 0)) return null
  return (
    <Box sx={{ mt: 1 }}>
      {packages.length > 0 && (
        <Box component="ul" aria-label="Pacotes" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
          {packages.map(({ id, serviceName, sessions, used, left, expiresAt }) => (
            <Box
              component="li"
              key={id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}
            >
              <b>{serviceName}</b>
              <span>
                {used > 0
                  ? `${formatNumber(used)} de ${formatNumber(sessions)} sessões`
                  : `${formatNumber(sessions)} sessões`}
                {left === 0 ? (used >= sessions ? ', todas usadas' : ', vencido') : used > 0 && `, restam ${left}`}
              </span>
              {expiresAt && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  até {formatDate(expiresAt)}
                </Box>
              )}
              {may && used === 0 && (
                <Button
                  size="small"
                  sx={{ ml: -0.75 }}
                  aria-busy={remove.isPending}
                  onClick={() => remove.isPending || remove.mutate(id)}
                >
                  Excluir
                </Button>
              )}
            </Box>
          ))}
        </Box>
      )}
      {may && services.length > 0 && (
        <Button size="small" sx={{ ml: -0.75, mt: 0.5 }} onClick={() => setSelling(true)}>
          Vender pacote
        </Button>
      )}
      {selling && <PackageDialog leadId={leadId} services={services} onClose={() => setSelling(false)} />}
    </Box>
  )
}
