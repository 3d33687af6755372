import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { usePhoneText } from '../../../core/phoneText.ts'
import { stepsNow } from '../../funnels/steps.ts'
import { useSimilar } from './api.ts'
import { reasonsText } from './words.ts'

type Props = {
  typed: { name: string; phone: string; email: string; cnpj: string }
  /** Called when one of them is opened. */
  onOpen: () => void
  /** Stores another lead, though somebody alike is known. */
  onSeparate: () => void
}

/** 'Parece com ...': leads that resemble what is being typed, with the reason. */
export function SimilarPanel({ typed, onOpen, onSeparate }: Props) {
  const { data = [] } = useSimilar(typed)
  const phoneText = usePhoneText()
  const sure = data.some(({ strength }) => strength === 'strong')
  return (
    <Box role="status" aria-live="polite" sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
      {data.length > 0 && (
        <Alert severity={sure ? 'warning' : 'info'} sx={{ '& .MuiAlert-message': { width: '100%', minWidth: 0 } }}>
          <b>Parece com {data.length === 1 ? 'um lead que você já tem' : 'leads que você já tem'}</b>
          <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
            {data.slice(0, 3).map(({ id, name, phone, email, status, ownerName, reasons }) => (
              <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
                <Box component={Link} to={`/leads/${id}`} onClick={onOpen} sx={{ color: 'inherit', fontWeight: 600 }}>
                  {name}
                </Box>{' '}
                · {reasonsText(reasons)}
                <Box sx={{ fontSize: '0.8125rem' }}>
                  {[stepsNow().of(status).name, phone && phoneText(phone), email, ownerName]
                    .filter(Boolean)
                    .join(' · ')}
                </Box>
              </Box>
            ))}
          </Box>
          {sure && (
            <Box sx={{ mt: 0.75, fontSize: '0.8125rem' }}>
              Ao salvar, completamos o lead que já existe.
              <br />
              <Button size="small" color="inherit" onClick={onSeparate} sx={{ ml: -1, textDecoration: 'underline' }}>
                É outra pessoa: criar separado
              </Button>
            </Box>
          )}
        </Alert>
      )}
    </Box>
  )
}
