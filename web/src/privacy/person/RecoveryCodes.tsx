import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { productName } from '../../../../services/core/rules.ts'
import { download } from '../../core/download.ts'

type Props = { codes: string[]; onDone: () => void }

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const notify = useNotify()
  const text = codes.join('\n')

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('Códigos copiados', { type: 'success' }),
      () => notify('Não foi possível copiar. Baixe o arquivo ou anote os códigos.', { type: 'error' })
    )

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning" role="status">
        Guarde estes códigos de recuperação agora: eles não serão mostrados de novo. Cada um vale uma vez, no lugar do
        aplicativo.
      </Alert>
      <Box
        component="ul"
        aria-label="Códigos de recuperação"
        sx={{
          m: 0,
          p: 2,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
          gap: 1,
          borderRadius: 1,
          bgcolor: theme => theme.tokens.sunken,
          fontFamily: 'monospace',
          fontSize: '0.9375rem'
        }}
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void copy()}>
          Copiar
        </Button>
        <Button
          variant="outlined"
          onClick={() => download(`codigos-${productName.toLowerCase()}.txt`, `${text}\n`, 'text/plain')}
        >
          Baixar
        </Button>
        <Button variant="contained" onClick={onDone}>
          Já guardei
        </Button>
      </Box>
    </Box>
  )
}
