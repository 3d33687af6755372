import InstagramIcon from '@mui/icons-material/Instagram'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useInstagramLogin } from './api.ts'

/** Goes to Instagram to connect the account there. */
export function InstagramLogin({ label }: { label: string }) {
  const login = useInstagramLogin()
  return (
    <Box>
      <Button
        variant="contained"
        startIcon={<InstagramIcon />}
        aria-busy={login.isPending}
        onClick={() => login.isPending || login.mutate()}
      >
        {login.isPending ? 'Abrindo o Instagram…' : label}
      </Button>
    </Box>
  )
}
