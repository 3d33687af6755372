import OtherIcon from '@mui/icons-material/ExtensionOutlined'
import MessageIcon from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import { openAiIntegration } from '../../../../services/assistant/integrations/rules.ts'

/** The icon that an integration names. */
export const IntegrationIcon = ({ name }: { name: string }) => (
  <Box
    aria-hidden
    sx={{
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: 44,
      height: 44,
      borderRadius: 1,
      color: theme => theme.tokens.tones.brand.onSoft,
      bgcolor: theme => theme.tokens.tones.brand.soft
    }}
  >
    {name === openAiIntegration.icon ? <MessageIcon /> : <OtherIcon />}
  </Box>
)
