import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Panel } from '../../ui/Panel.tsx'
import { ShareButton } from '../leads/ShareButton.tsx'

/** Stands where the figures will be, until there is a lead to count. */
export const FirstLead = () => (
  <Panel title="Seu primeiro lead aparece aqui">
    <Typography sx={{ color: 'text.secondary', maxWidth: '60ch', mb: 2 }}>
      Assim que alguém enviar o formulário, você vê quem é, o que escreveu e como responder. Os números e os gráficos
      começam junto com ele.
    </Typography>
    <Box>
      <ShareButton text="Compartilhar formulário" variant="contained" />
    </Box>
  </Panel>
)
