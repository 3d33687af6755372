import { styled } from '@mui/material/styles'

/** A key of the keyboard. */
export const Key = styled('kbd')(({ theme }) => ({
  padding: '0 6px',
  minWidth: 22,
  textAlign: 'center',
  borderRadius: 5,
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.tokens.sunken,
  color: theme.palette.text.secondary,
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  lineHeight: '20px'
}))
