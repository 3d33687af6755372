import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { useCompanyPeople } from './api.ts'
import { useShownLead } from './shownLead.ts'

/** The other leads of the firm that the person works for; nothing where there are none. */
export function CompanyPeople() {
  const lead = useShownLead()
  const { data = [] } = useCompanyPeople(lead)
  if (data.length === 0) return null
  return (
    <Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>Outras pessoas desta empresa</Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map(({ id, name, companyRole }) => (
          <Box component="li" key={id} sx={{ py: 0.5, overflowWrap: 'anywhere', fontSize: '0.9375rem' }}>
            <Link to={`/leads/${id}`}>{name}</Link>
            {companyRole && (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', ml: 0.75 }}>
                {companyRole}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
