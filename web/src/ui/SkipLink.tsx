import { styled } from '@mui/material/styles'

const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: -80,
  left: 16,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 16px',
  borderRadius: 8,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  '&:focus': { top: 8 },
  '@media print': { display: 'none' }
}))

export const contentId = 'main-content'

/** The first stop of the keyboard: past the menus, to what the page is about. */
export const SkipLink = () => (
  <Skip
    href={`#${contentId}`}
    onClick={event => {
      event.preventDefault()
      document.getElementById(contentId)?.focus()
    }}
  >
    Ir para o conteúdo
  </Skip>
)
