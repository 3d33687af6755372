import DoneIcon from '@mui/icons-material/Check'
import { styled } from '@mui/material/styles'

const names = ['Arquivo', 'Colunas', 'Conferir', 'Resultado']

const List = styled('ol')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: '0 0 16px',
  padding: 0,
  listStyle: 'none',
  '& li': {
    flex: '1 1 0',
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    paddingTop: 8,
    borderTop: `3px solid ${theme.tokens.edge}`,
    fontSize: '0.8125rem',
    color: theme.palette.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap'
  },
  '& li[data-past], & li[aria-current]': { borderColor: theme.palette.primary.main },
  '& li[aria-current]': { color: theme.palette.text.primary, fontWeight: 600 },
  '& svg': { fontSize: 16 },
  [theme.breakpoints.down('sm')]: { '& li': { fontSize: '0.75rem' }, '& svg': { display: 'none' } }
}))

/** How far the import has come. */
export const Steps = ({ current }: { current: number }) => (
  <List aria-label="Etapas da importação">
    {names.map((name, at) => (
      <li key={name} data-past={at < current || undefined} aria-current={at === current ? 'step' : undefined}>
        {at < current && <DoneIcon aria-hidden />}
        {name}
      </li>
    ))}
  </List>
)
