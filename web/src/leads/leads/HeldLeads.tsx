import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useUsage } from '../../account/companies/api.ts'
import { counted } from '../../core/format.ts'

/** Says how many leads the plan does not show, and what shows them. */
export function HeldLeads() {
  const [asking, setAsking] = useState(false)
  // There are rarely any, so the list comes first.
  useEffect(() => {
    const timer = setTimeout(() => setAsking(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useUsage(asking)
  const held = data?.leads.held ?? 0
  if (held === 0) return null
  const what = counted(held, 'lead retido', 'leads retidos')
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button component={Link} to="/company" color="inherit" size="small">
          Ver planos
        </Button>
      }
    >
      {what}: o limite de leads do plano {data?.plan.name} neste mês foi atingido. Nada se perde: eles aparecem quando
      você muda de plano ou no começo do próximo mês.
    </Alert>
  )
}
