import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { durationText } from '../../../../../services/calendar/appointments/rules.ts'
import type { BookableService } from '../../../../../services/calendar/appointments/schema.ts'
import { formatMoney } from '../../../core/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { useServices } from '../../appointments/api.ts'
import { useServiceRemoval } from '../api.ts'
import { Row, Rows } from './Row.tsx'
import { ServiceDialog } from './ServiceDialog.tsx'

/** The services that can be booked. */
export function ServicesPanel() {
  const { data: services = [] } = useServices()
  const removal = useServiceRemoval()
  const [edited, setEdited] = useState<BookableService | 'new'>()
  return (
    <Panel title="Serviços">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {services.length > 0 ? (
          <Rows>
            {services.map(service => (
              <Row
                key={service.id}
                title={service.name}
                detail={[
                  durationText(service.minutes),
                  service.priceCents !== null && formatMoney(service.priceCents),
                  service.capacity > 1 && `${service.capacity} vagas`
                ]
                  .filter(Boolean)
                  .join(' · ')}
                deleteLabel={`Excluir ${service.name}`}
                onDelete={() => !removal.isPending && removal.mutate(service.id)}
              >
                <IconButton size="small" aria-label={`Alterar ${service.name}`} onClick={() => setEdited(service)}>
                  <EditIcon fontSize="small" />
                </IconButton>
              </Row>
            ))}
          </Rows>
        ) : (
          <Box sx={{ color: 'text.secondary' }}>
            Com serviços, a duração, o local e quem atende já vêm preenchidos ao marcar.
          </Box>
        )}
        <Box>
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
            Adicionar serviço
          </Button>
        </Box>
      </Box>
      {edited && <ServiceDialog service={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  )
}
