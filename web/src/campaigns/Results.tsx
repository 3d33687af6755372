import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { counted, formatNumber } from '../core/format.ts'
import { Failure } from '../ui/Failure.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useClicks } from './api.ts'
import { peopleText } from './words.ts'

const Figures = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  gap: 12,
  margin: 0,
  // A label in two lines leaves the figures in one.
  '& > div': { display: 'grid', alignContent: 'space-between' },
  '& dt': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& dd': { margin: 0, fontSize: '1.25rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }
}))

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '10px 0',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '& .url': { minWidth: 0, flex: '1 1 240px', overflowWrap: 'anywhere' },
  '& .facts': { fontSize: '0.8125rem', color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' }
}))

/** What people did with a mail, with what cannot be known for sure called so. */
export function Clicks({ id }: { id: string }) {
  const { data: clicks, error, refetch } = useClicks(id)
  return (
    <Panel title="Cliques">
      {!clicks && error ? (
        <Failure title="Falha ao carregar os cliques" error={error} onRetry={() => void refetch()} />
      ) : !clicks ? (
        <LoadingRows label="Carregando os cliques" />
      ) : (
        <>
          <Figures>
            <div>
              <dt>Pessoas que clicaram</dt>
              <dd>{formatNumber(clicks.people)}</dd>
            </div>
            <div>
              <dt>Aberturas (estimadas)</dt>
              <dd>{formatNumber(clicks.opened)}</dd>
            </div>
            <div>
              <dt>Cliques automáticos</dt>
              <dd>{formatNumber(clicks.automatic)}</dd>
            </div>
          </Figures>
          {clicks.links.length === 0 ? (
            <Box sx={{ mt: 1.5, color: 'text.secondary' }}>Este e-mail não tem links.</Box>
          ) : (
            <Box component="ul" aria-label="Links do e-mail" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
              {clicks.links.map(({ url, people, automatic }) => (
                <Row key={url}>
                  <span className="url">{url}</span>
                  <span className="facts">
                    {peopleText(people)}
                    {automatic > 0 && `, ${counted(automatic, 'clique automático', 'cliques automáticos')}`}
                  </span>
                </Row>
              ))}
            </Box>
          )}
          <Box sx={{ mt: 1.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
            Automáticos são os cliques de programas que conferem o e-mail antes da pessoa; eles não contam como pessoas.
            Aberturas são só uma estimativa: há programas que escondem quem abriu, e outros que abrem sozinhos.
          </Box>
        </>
      )}
    </Panel>
  )
}
