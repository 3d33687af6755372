import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { CopyField } from '../../ui/CopyField.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Sender } from './api.ts'
import { problemText, recordWords, stateWords } from './words.ts'

type Record = Sender['records'][number]

/** One record to create: what it is for, what to paste where, how it stands, and what was found instead. */
export function RecordCard({ record, zone }: { record: Record; zone: string }) {
  const { kind, name, value, strings, state, problem, found } = record
  const id = useId()
  const words = recordWords[kind]
  const trouble = problemText(kind, state, problem, value !== null)
  const short = name === zone ? '@' : name.slice(0, -zone.length - 1)
  const label = words.title.split(':')[0] ?? ''
  const own = kind === 'next_dkim' ? `${label} da chave nova` : label
  const done = state === 'right'
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 1.5,
        p: { xs: 1.5, sm: 2 },
        borderRadius: '10px',
        border: theme => `1px solid ${theme.tokens.edge}`,
        minWidth: 0
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
        <Typography variant="h3" id={id} sx={{ fontSize: '1rem' }}>
          {words.title}
        </Typography>
        <Tag tone={stateWords[state].tone}>{stateWords[state].label}</Tag>
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{words.text}</Box>
      {trouble && <Box sx={{ fontWeight: 600 }}>{trouble}</Box>}
      {found.length > 0 && !done && <Found texts={found} />}
      {value !== null && (
        <Box component="details" open={!done}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', mb: 1.5 }}>
            {done ? 'O que está no DNS' : 'O que colar no DNS'}
          </Box>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <CopyField label={`Nome do registro ${own}`} value={name} />
            <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              Tipo TXT. Se o painel já completa o nome com {zone}, use só <code>{short}</code>.
            </Box>
            <CopyField label={`Valor do registro ${own}`} value={value} />
            {strings.length > 1 && (
              <Box component="details" sx={{ fontSize: '0.875rem' }}>
                <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', mb: 1.5 }}>
                  O painel diz que o valor é longo demais?
                </Box>
                <CopyField
                  label={`Valor do registro ${own} em partes`}
                  value={strings.map(each => `"${each}"`).join(' ')}
                />
              </Box>
            )}
          </Box>
        </Box>
      )}
    </Box>
  )
}

const Found = ({ texts }: { texts: string[] }) => (
  <Box>
    <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>O que encontramos:</Box>
    <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {texts.map((text, n) => (
        <Box
          component="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: DNS may answer the same text twice.
          key={n}
          sx={{ fontFamily: 'monospace', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          {text}
        </Box>
      ))}
    </Box>
  </Box>
)
