import SwitchIcon from '@mui/icons-material/UnfoldMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useState } from 'react'
import { roleLabels } from '../../../services/account/employees/rules.ts'
import { Tag } from '../ui/Tag.tsx'
import { useCompanyChoice, useMemberships } from './memberships.ts'

const Name = styled('span')(({ theme }) => ({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.palette.text.secondary
}))

const Entry = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  width: '100%',
  justifyContent: 'space-between',
  gap: 12,
  padding: '12px 14px',
  borderRadius: 10,
  border: `1px solid ${theme.palette.divider}`,
  font: 'inherit',
  textAlign: 'left',
  '&:hover': { backgroundColor: theme.tokens.sunken }
}))

// The page's own reads come first, and most people have one company: memberships are read at the first sign of a
// person, or after these milliseconds.
const askedAfter = 5000
const signsOfAPerson = ['pointermove', 'keydown'] as const

/** The company's name; where the person belongs to more than one, the way to another. */
export function CompanySwitcher({ name }: { name: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [due, setDue] = useState(false)
  useEffect(() => {
    const ask = () => setDue(true)
    const timer = setTimeout(ask, askedAfter)
    for (const sign of signsOfAPerson) addEventListener(sign, ask, { once: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfAPerson) removeEventListener(sign, ask)
    }
  }, [])
  const companies = useMemberships(due).filter(({ active }) => active)
  const enter = useCompanyChoice()

  if (companies.length < 2) return <Name>{name}</Name>
  return (
    <>
      <Button
        color="inherit"
        size="small"
        endIcon={<SwitchIcon />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={`${name}: trocar de empresa`}
        sx={{ minWidth: 0 }}
      >
        <Name>{name}</Name>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} fullWidth maxWidth="xs" aria-labelledby={id}>
        <DialogTitle id={id}>Trocar de empresa</DialogTitle>
        <DialogContent>
          <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {companies.map(company => (
              <li key={company.id}>
                <Entry
                  disabled={company.suspended || enter.isPending}
                  aria-current={company.current || undefined}
                  onClick={() => (company.current ? setOpen(false) : enter.mutate(company.id))}
                >
                  <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                    <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
                      {company.name}
                    </Box>
                    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                      {roleLabels[company.role]}
                    </Box>
                  </Box>
                  {company.suspended ? (
                    <Tag tone="warning">Suspensa</Tag>
                  ) : (
                    company.current && <Tag tone="brand">Atual</Tag>
                  )}
                </Entry>
              </li>
            ))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancelar</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
