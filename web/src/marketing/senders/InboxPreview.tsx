import Box from '@mui/material/Box'

/** How the sender looks in the list of a mail program. */
export function InboxPreview({ name, address }: { name: string; address: string }) {
  const shown = name.trim() || 'Nome do remetente'
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Box component="figcaption" sx={{ mb: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
        Como aparece para o cliente
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 1.5,
          alignItems: 'center',
          p: 1.5,
          borderRadius: '10px',
          border: theme => `1px solid ${theme.tokens.edge}`,
          bgcolor: theme => theme.tokens.sunken
        }}
      >
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            flexShrink: 0,
            width: 40,
            height: 40,
            borderRadius: '50%',
            fontWeight: 600,
            color: theme => theme.tokens.tones.brand.onSoft,
            bgcolor: theme => theme.tokens.tones.brand.soft
          }}
        >
          {[...shown][0]?.toUpperCase()}
        </Box>
        <Box sx={{ minWidth: 0, '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}>
          <Box sx={{ fontWeight: 600 }}>{shown}</Box>
          <Box sx={{ fontSize: '0.875rem' }}>O assunto do seu e-mail</Box>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {address.trim() || 'contato@suaempresa.com.br'}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
