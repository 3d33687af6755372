import InviteIcon from '@mui/icons-material/PersonAddAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { Usage } from '../../../../services/account/companies/schema.ts'
import { useMay } from '../../shell/access.ts'
import { seatsText } from './labels.ts'

const seatsId = 'team-seats'

const isFull = (usage: Usage | undefined) =>
  usage !== undefined && usage.users.limit !== null && usage.users.used >= usage.users.limit

type InviteProps = { usage: Usage | undefined; onInvite: () => void }

/** Asks somebody into the company, as long as the plan has a place. */
export const InviteButton = ({ usage, onInvite }: InviteProps) => (
  <Button
    variant="contained"
    startIcon={<InviteIcon />}
    onClick={onInvite}
    disabled={usage === undefined || isFull(usage)}
    aria-describedby={seatsId}
  >
    Convidar pessoa
  </Button>
)

/** How many places of the plan are taken, said before anybody is invited; where all are, what can be done about it. */
export function Seats({ usage }: { usage: Usage | undefined }) {
  const mayChoose = useMay('manage_billing')
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mb: 2 }}>
      <Typography
        id={seatsId}
        variant="body2"
        // Its place is kept until it is known: nothing below moves.
        sx={{ minHeight: '1.5em', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {usage && `${seatsText(usage.users)} no plano ${usage.plan.name}`}
      </Typography>
      {isFull(usage) && (
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
