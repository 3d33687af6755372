import InviteIcon from '@mui/icons-material/PersonAddAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { Usage } from '../../../services/companies/schema.ts'
import { useMay } from '../shell/access.ts'
import { seatsText } from './labels.ts'

type Props = { usage: Usage | undefined; onInvite: () => void }

/** How many places of the plan are taken, said before anybody is invited; where all are, what can be done about it. */
export function Seats({ usage, onInvite }: Props) {
  const mayChoose = useMay('manage_billing')
  const full = usage !== undefined && usage.users.limit !== null && usage.users.used >= usage.users.limit
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button
          variant="contained"
          startIcon={<InviteIcon />}
          onClick={onInvite}
          disabled={full || usage === undefined}
          aria-describedby="team-seats"
        >
          Convidar pessoa
        </Button>
        <Typography
          id="team-seats"
          variant="body2"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {usage && `${seatsText(usage.users)} no plano ${usage.plan.name}`}
        </Typography>
      </Box>
      {full && (
        <Alert severity="warning">
          Todos os lugares do seu plano estão ocupados. Mude de plano, desative alguém ou cancele um convite.
          {mayChoose && (
            <Box sx={{ mt: 1 }}>
              <Button component={Link} to="/company" color="inherit" variant="outlined" size="small">
                Mudar de plano
              </Button>
            </Box>
          )}
        </Alert>
      )}
    </Box>
  )
}
