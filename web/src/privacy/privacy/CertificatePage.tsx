import PrintIcon from '@mui/icons-material/PrintOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useParams } from 'react-router-dom'
import { certificateNumber } from '../../../../services/privacy/privacy/rules.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { OnPaper } from '../../shell/OnPaper.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useCertificate } from './api.ts'

/** The certificate of an erasure, to be read and printed. */
export default function CertificatePage() {
  const { number = '' } = useParams()
  const { data, error, isPending, refetch } = useCertificate(number)
  if (isPending) return <Skeleton variant="rounded" height={420} aria-hidden />
  if (!data)
    return (
      <Card>
        <Failure title="Falha ao carregar o certificado" error={error} heading="h1" onRetry={() => void refetch()} />
      </Card>
    )
  const name = `Certificado nº ${certificateNumber(data.number)}`
  return (
    <OnPaper>
      <Breadcrumb to="/privacy-requests?aba=respondidos" list="Privacidade" current={name} recent={false} />
      <Box className="screen-only">
        <PageHead
          title={name}
          primary={
            <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => print()}>
              Imprimir
            </Button>
          }
        />
      </Box>
      <Card sx={{ p: { xs: 2, sm: 4 }, maxWidth: 880 }}>
        <Box
          component="pre"
          sx={{ m: 0, font: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', lineHeight: 1.6 }}
        >
          {data.text}
        </Box>
        <Box
          sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          SHA-256 deste texto: <code>{data.sha256}</code>
        </Box>
      </Card>
      <Alert className="screen-only" severity={data.valid ? 'success' : 'error'} sx={{ mt: 2, maxWidth: 880 }}>
        {data.valid
          ? 'O texto confere com o resumo guardado: o certificado está como foi emitido.'
          : 'O texto não confere com o resumo guardado: este certificado foi alterado.'}
      </Alert>
    </OnPaper>
  )
}
