import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { counted, formatNumber, formatShare } from '../../core/format.ts'
import { Failure } from '../../ui/Failure.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Campaign, useClicks } from './api.ts'
import { costText, peopleText, sentOf } from './words.ts'

const Figures = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  gap: 12,
  margin: 0,
  // A label in two lines leaves the figures in one.
  '& > div': { display: 'grid', alignContent: 'space-between' },
  '& dt': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& small': { fontSize: '0.8125rem', lineHeight: 1, fontWeight: 500, color: theme.palette.text.secondary },
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

/** A number, and its share of those that it is a part of. */
function Figure({ label, n, of, help }: { label: string; n: number; of?: number; help?: string }) {
  return (
    <div title={help}>
      <dt>{label}</dt>
      <dd>
        {formatNumber(n)}
        {of !== undefined && of > 0 && <small> {formatShare(n / of)}</small>}
      </dd>
    </div>
  )
}

/** The results of a campaign, and people's reactions; uncertain figures are marked as such. */
export const Results = ({ campaign }: { campaign: Campaign }) =>
  campaign.report ? <MessageResults report={campaign.report} /> : <MailResults campaign={campaign} />

/** The report of a campaign whose messages say how far they came. */
function MessageResults({ report }: { report: NonNullable<Campaign['report']> }) {
  const { accepted, delivered, read, answered, optOuts, failed, held, cost } = report
  return (
    <Panel title="Resultado">
      <Figures>
        <Figure label="Aceitas pela Meta" n={accepted} />
        <Figure label="Entregues" n={delivered} of={accepted} />
        <Figure
          label="Lidas"
          n={read}
          of={delivered}
          help="Há pessoas que escondem o que leram: o número real é igual ou maior."
        />
        <Figure label="Responderam" n={answered} of={delivered} />
        <Figure label="Pediram para sair" n={optOuts} of={delivered} />
        <Figure label="Falharam" n={failed} of={accepted + failed} />
        {held > 0 && (
          <Figure label="Retidas pela Meta" n={held} help="Nem enviadas, nem falhas: a Meta decide depois." />
        )}
        <div>
          <dt>Custo</dt>
          <dd>{cost ? costText(cost) : <small>{costText(null)}</small>}</dd>
        </div>
      </Figures>
    </Panel>
  )
}

function MailResults({ campaign }: { campaign: Campaign }) {
  const { id, counts, answered } = campaign
  const { sent, delivered, failed } = sentOf(campaign)
  const { data: clicks, error, refetch } = useClicks(id)
  return (
    <Panel title="Resultado">
      <Figures>
        <Figure label="Enviados" n={sent} />
        <Figure
          label="Entregues (sem devolução)"
          n={delivered}
          of={sent}
          help="O servidor da pessoa ficou com o e-mail e não o devolveu. Não quer dizer que ela leu."
        />
        <Figure label="Recusados e devolvidos" n={failed} of={sent} />
        <Figure label="Descadastros" n={counts.unsubscribed ?? 0} of={delivered} />
        <Figure label="Reclamações" n={counts.complained ?? 0} of={delivered} />
        {answered > 0 && (
          <Figure
            label="Responderam"
            n={answered}
            of={delivered}
            help="Pessoas que responderam ao e-mail. Respostas automáticas não contam."
          />
        )}
        {clicks?.counted && (
          <>
            <Figure label="Pessoas que clicaram" n={clicks.people} of={delivered} />
            <Figure label="Aberturas (estimadas)" n={clicks.opened} of={delivered} />
            <Figure label="Cliques automáticos" n={clicks.automatic} />
          </>
        )}
      </Figures>
      {!clicks && error ? (
        <Failure title="Falha ao carregar os cliques" error={error} onRetry={() => void refetch()} />
      ) : !clicks ? (
        <LoadingRows label="Carregando os cliques" />
      ) : !clicks.counted ? (
        <Box sx={{ mt: 1.5, color: 'text.secondary' }}>
          A empresa não conta cliques e aberturas. Dá para ligar em Remetente, para as próximas campanhas.
        </Box>
      ) : (
        <>
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
