import DoneIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { Permission } from '../../../../services/account/auth/rules.ts'
import type { FirstSteps as Steps } from '../../../../services/leads/dashboard/schema.ts'
import { useMay, usePermitted } from '../../shell/access.ts'
import { Panel } from '../../ui/Panel.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { ShareButton } from '../leads/ShareButton.tsx'

const allSteps: { key: keyof Steps; title: string; text: string; action: string; to: string; needs?: Permission }[] = [
  {
    key: 'form',
    title: 'Publique seu formulário',
    text: 'Compartilhe o link, o código QR ou mande pelo WhatsApp. Fica feito quando alguém abrir o formulário.',
    action: 'Ver formulário',
    to: '/form-editor',
    needs: 'edit_form'
  },
  {
    key: 'import',
    title: 'Importe sua planilha',
    text: 'Traga os contatos que você já tem, do Excel ou CSV.',
    action: 'Importar',
    to: '/leads/import',
    needs: 'import_leads'
  },
  {
    key: 'team',
    title: 'Convide a equipe',
    text: 'Cada pessoa com o acesso de que precisa.',
    action: 'Convidar',
    to: '/employees'
  },
  {
    key: 'answer',
    title: 'Responda o primeiro lead',
    text: 'Quem responde rápido vende mais.',
    action: 'Ver leads',
    to: '/leads'
  }
]

/** The first steps of a new company. They are ticked automatically; once all are done there is nothing to show. */
export function FirstSteps({ done, onHide }: { done: Steps; onHide: () => void }) {
  const [permitted, invites] = [usePermitted(), useMay('manage_team')]
  const mayOpen = (needs?: Permission) => !needs || permitted(needs)
  // Everybody may share the form; what else a person cannot do is no step of theirs.
  const steps = allSteps.filter(({ key, needs }) => key === 'form' || (key === 'team' ? invites : mayOpen(needs)))
  const count = steps.filter(({ key }) => done[key]).length
  if (count === steps.length) return null
  return (
    <Panel
      title="Primeiros passos"
      aside={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            {count} de {steps.length}
          </Typography>
          <Button size="small" onClick={onHide}>
            Ocultar
          </Button>
        </Box>
      }
    >
      <LinearProgress
        variant="determinate"
        value={(count / steps.length) * 100}
        aria-label={`${count} de ${steps.length} passos feitos`}
        sx={{ height: 6, borderRadius: 3, mb: 2 }}
      />
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', xl: 'repeat(4, 1fr)' }
        }}
      >
        {steps.map(({ key, title, text, action, to, needs }) => (
          <Box component="li" key={key} sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
            {done[key] ? (
              <DoneIcon color="success" aria-hidden />
            ) : (
              <OpenIcon aria-hidden sx={{ color: 'text.secondary' }} />
            )}
            <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
              <Box component="span" sx={{ fontWeight: 600, color: done[key] ? 'text.secondary' : 'text.primary' }}>
                {title}
                {done[key] && <span style={visuallyHidden}> (feito)</span>}
              </Box>
              {!done[key] && (
                <>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {text}
                  </Typography>
                  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                    {key === 'form' && <ShareButton text="Compartilhar" variant="outlined" size="small" />}
                    {mayOpen(needs) && (
                      <Button component={Link} to={to} variant={key === 'form' ? 'text' : 'outlined'} size="small">
                        {action}
                      </Button>
                    )}
                  </Box>
                </>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
