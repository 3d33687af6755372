import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect } from 'react'
import { productName } from '../../../services/core/rules.ts'

type Props = {
  title: string
  /** Beside the heading, quieter: a count, a date. */
  aside?: ReactNode
  /** The button of the page's most frequent action, at the right of the heading on every page and every screen. */
  primary?: ReactNode
  /** Further buttons: before the primary one, on a phone in a line below the heading. */
  actions?: ReactNode
  /** The further buttons are few and small enough to stand beside the heading on a phone too. */
  beside?: boolean
}

/** Names the document after what it shows. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}

/** Names the page: its heading, and the title of the document. */
export function PageHead({ title, aside, primary, actions, beside = false }: Props) {
  useDocumentTitle(title)

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: beside ? 'nowrap' : 'wrap', sm: 'wrap' },
        alignItems: 'center',
        gap: 1.5,
        mb: { xs: beside ? 1.5 : 2, sm: 2.5 }
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 1.5,
          // A button that is wider than what is left of a phone stands below, still at the right.
          flex: { xs: '1 1 33%', sm: '1 1 240px' },
          minWidth: 0
        }}
      >
        <Typography variant="h1" sx={{ fontSize: { xs: '1.375rem', sm: '1.75rem' }, minWidth: 0 }}>
          {title}
        </Typography>
        {aside && (
          <Typography
            variant="body2"
            component="div"
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {aside}
          </Typography>
        )}
      </Box>
      {actions && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: beside ? 'nowrap' : 'wrap',
            alignItems: 'center',
            gap: 1,
            order: { xs: beside ? 0 : 1, sm: 0 },
            width: { xs: beside ? 'auto' : '100%', sm: 'auto' }
          }}
        >
          {actions}
        </Box>
      )}
      {primary && (
        <Box
          sx={{
            flexShrink: 0,
            ml: 'auto',
            '&:empty': { display: 'none' },
            '& .MuiButton-root': { minHeight: { xs: 44, sm: 40 }, px: { xs: 1.25, sm: 1.75 } }
          }}
        >
          {primary}
        </Box>
      )}
    </Box>
  )
}
