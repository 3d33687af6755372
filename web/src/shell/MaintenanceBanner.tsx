import Alert from '@mui/material/Alert'

/** What the provider announces on every page; the server puts it into the document. */
export function MaintenanceBanner() {
  const text = document.querySelector<HTMLMetaElement>('meta[name="notice"]')?.content
  if (!text || text === '__NOTICE__') return null
  return (
    <Alert severity="warning" role="status" sx={{ borderRadius: 0, justifyContent: 'center' }}>
      {text}
    </Alert>
  )
}
