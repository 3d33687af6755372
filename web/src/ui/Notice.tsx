import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type NoticeProps = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
  role?: 'alert'
  /** `h1` where the notice is all that the page shows. */
  heading?: 'h1' | 'h2' | undefined
}

/** Stands where content would: why there is none, and what can be done about it. */
export function Notice({ icon, title, text, children, role, heading = 'h2' }: NoticeProps) {
  return (
    <Box
      role={role}
      sx={{
        px: 2,
        py: { xs: 5, sm: 7 },
        textAlign: 'center',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        justifyItems: 'center',
        gap: 1
      }}
    >
      {icon && (
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 48,
            height: 48,
            borderRadius: '50%',
            mb: 0.5,
            color: theme => theme.tokens.tones.brand.onSoft,
            bgcolor: theme => theme.tokens.tones.brand.soft
          }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h2" component={heading}>
        {title}
      </Typography>
      {text && (
        <Typography sx={{ color: 'text.secondary', maxWidth: '52ch', textWrap: 'balance', fontSize: '0.9375rem' }}>
          {text}
        </Typography>
      )}
      {children && (
        // The longest button takes two lines on the narrowest phones.
        <Box sx={{ mt: 1.5, maxWidth: '100%', '& .MuiButton-root': { whiteSpace: { xs: 'normal', sm: 'nowrap' } } }}>
          {children}
        </Box>
      )}
    </Box>
  )
}
