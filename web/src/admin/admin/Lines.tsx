import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'

export const Lines = styled('ul')({ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 2 })

/** A line of a list that leads somewhere. */
export const Line = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 40,
  padding: '6px 8px',
  margin: '0 -8px',
  borderRadius: 8,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.tokens.sunken }
}))
