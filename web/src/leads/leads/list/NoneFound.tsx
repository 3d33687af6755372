import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { Notice } from '../../../ui/Notice.tsx'

export const failed = 'Falha ao carregar leads da empresa'

/** No lead is as the filter asks. */
export const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <Card>
    <Notice title="Nenhum lead encontrado" text="Nenhum lead corresponde a esta busca e a estes filtros.">
      <Button variant="outlined" onClick={onClear}>
        Limpar filtros
      </Button>
    </Notice>
  </Card>
)
