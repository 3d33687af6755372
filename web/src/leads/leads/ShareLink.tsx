import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { user } from '../../core/session.ts'
import { publicFormLink } from '../../shell/addresses.ts'

/** The address of the company's public form, ready to be copied or opened. */
export function ShareLink() {
  const notify = useNotify()
  const companyId = user()?.companyId
  if (!companyId) return null
  const link = publicFormLink(companyId)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link)
      notify('Link copiado', { type: 'success' })
    } catch {
      // Browsers refuse the clipboard outside https and localhost; the text beside the button can be selected.
      notify('Não foi possível copiar. Selecione o link e copie.', { type: 'warning' })
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1, maxWidth: '100%' }}>
      <Box
        component="code"
        sx={{
          flex: '1 1 240px',
          minWidth: 0,
          px: 1.5,
          py: 1,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: theme => theme.tokens.sunken,
          font: 'inherit',
          fontSize: '0.8125rem',
          textAlign: 'left',
          userSelect: 'all',
          overflowWrap: 'anywhere'
        }}
      >
        {link}
      </Box>
      <Button variant="contained" startIcon={<CopyIcon />} onClick={() => void copy()}>
        Copiar link
      </Button>
      <Button variant="outlined" startIcon={<OpenIcon />} href={link} target="_blank" rel="noopener">
        Abrir formulário
      </Button>
    </Box>
  )
}
