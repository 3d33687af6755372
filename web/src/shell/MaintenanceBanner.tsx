import Alert from '@mui/material/Alert'

/** The provider's announcement on every page, which the server puts into the document. */
export function MaintenanceBanner() {
  const text = document.querySelector<HTMLMetaElement>('meta[name="notice"]')?.content
  if (!text || text === '__NOTICE__') return null
  return (
    <Alert severity="warning" role="status" sx={{ borderRadius: 0, justifyContent: 'center' }}>
      {text}
    </Alert>
  )
}
