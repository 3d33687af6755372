import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { Tag } from '../../ui/Tag.tsx'
import { IntegrationIcon } from './icons.tsx'

type Props = { name: string; description: string; icon: string; onConfigure: () => void }

/** A service that the product can use and nobody has set up. */
export const MissingCard = ({ name, description, icon, onConfigure }: Props) => (
  <Card component="section" aria-label={name} sx={{ p: 2.5, display: 'grid', gap: 2, alignContent: 'start' }}>
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <IntegrationIcon name={icon} />
      <Box sx={{ flexGrow: 1 }}>
        <Box component="h2" sx={{ typography: 'h2', m: 0 }}>
          {name}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{description}</Box>
      </Box>
    </Box>
    <div>
      <Tag tone="warning">Não configurada</Tag>
    </div>
    <div>
      <Button variant="contained" onClick={onConfigure}>
        Configurar
      </Button>
    </div>
  </Card>
)
