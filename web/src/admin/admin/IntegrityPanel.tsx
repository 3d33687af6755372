import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { counted, formatNumber } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { useIntegrity, useIntegrityCheck } from './api.ts'
import { problemLabels } from './auditObjects.ts'

/** Whether the audit log is as it was written, and a way to find out now. */
export function IntegrityPanel() {
  const { data } = useIntegrity()
  const check = useIntegrityCheck(({ entries, broken }) =>
    broken.length === 0
      ? `${counted(entries ?? 0, 'registro conferido', 'registros conferidos')}: a auditoria está íntegra`
      : 'A auditoria foi alterada por fora do sistema'
  )
  if (!data) return null
  const { broken, checkedAt, chains } = data
  return (
    <Alert
      severity={broken.length > 0 ? 'error' : checkedAt ? 'success' : 'info'}
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: '1 1 60%' } }}
      action={
        <Button color="inherit" size="small" disabled={check.isPending} onClick={() => check.mutate()}>
          Verificar agora
        </Button>
      }
    >
      {checkedAt === null && 'A integridade da auditoria ainda não foi verificada.'}
      {checkedAt !== null && broken.length === 0 && (
        <>
          Auditoria íntegra em {formatNumber(chains)} {chains === 1 ? 'cadeia' : 'cadeias'}, verificada em{' '}
          <Moment at={checkedAt} />
        </>
      )}
      {broken.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2 }}>
          {broken.map(({ companyId, companyName, seq, problem }) => (
            <li key={companyId ?? ''}>
              {companyName ?? (companyId ? companyId : 'Nossa equipe')}: {problemLabels[problem].toLowerCase()}{' '}
              (registro {seq})
            </li>
          ))}
        </Box>
      )}
    </Alert>
  )
}
