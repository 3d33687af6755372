import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'
import { type Correctable, correctableLabels } from '../../../../services/privacy/privacy/rules.ts'
import { phoneText, usePhoneText } from '../../core/phoneText.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type PrivacyRequestDetail, useCorrection } from './api.ts'

const shown = (field: Correctable, value: string | null): string =>
  value === null || value === '' ? 'vazio' : field === 'phone' ? phoneText(value) : value

/** The kept values beside those that the person proposes, and a button for each. */
export function CorrectionPanel({ request: { id, status, proposal, leads } }: { request: PrivacyRequestDetail }) {
  usePhoneText()
  const notify = useNotify()
  const { mutate, isPending } = useCorrection(id)
  const about = leads.some(({ proven }) => proven)
    ? leads.filter(({ proven }) => proven)
    : leads.filter(({ same }) => same)
  const first = about[0]
  return (
    <Panel title="Correções pedidas">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {proposal.map(({ field, value, applied }) => (
          <Box
            component="li"
            key={field}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1.5,
              py: 1.25,
              '& + &': { borderTop: 1, borderColor: 'divider' }
            }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                {correctableLabels[field]}
              </Typography>
              <Box sx={{ overflowWrap: 'anywhere' }}>
                {first && !applied && (
                  <Box component="del" sx={{ color: 'text.secondary', mr: 1 }}>
                    {shown(field, first[field])}
                  </Box>
                )}
                <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
                  {shown(field, value)}
                </Box>
              </Box>
            </Box>
            {applied ? (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'success.main', fontWeight: 600 }}>
                <CheckIcon fontSize="small" aria-hidden /> Aplicada
              </Box>
            ) : (
              status === 'open' &&
              about.length > 0 && (
                <Button
                  variant="outlined"
                  disabled={isPending}
                  aria-label={`Aplicar ${correctableLabels[field]}`}
                  onClick={() =>
                    mutate(
                      { field, leadIds: about.map(lead => lead.id) },
                      { onSuccess: () => notify('Correção aplicada', { type: 'success' }) }
                    )
                  }
                >
                  Aplicar
                </Button>
              )
            )}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
