import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { FaultWay } from '../../../../services/leads/imports/rules.ts'
import { counted, formatNumber } from '../../core/format.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Fault } from './api.ts'
import { type FaultChoices, keyOf, wayOf } from './faultChoices.ts'

const wayTexts: Record<FaultWay, string> = {
  out: 'Deixar a linha de fora',
  blank: 'Deixar em branco',
  first: 'Usar o primeiro',
  point: 'Trocar vírgula por ponto'
}
/** Chosen where a text shares what is chosen for its kind, and where it is left blank. */
const [shared, blank] = ['(', '-']

type Props = { fault: Fault; choices: FaultChoices; onChange: (choices: FaultChoices) => void }

/** One kind of bad value: the choice for all of its rows, and for each of its texts where the field has a list. */
export function FaultKind({ fault, choices, onChange }: Props) {
  const { column, field, reason, rows, out, firstRow, different, ways, values } = fault
  const listed = fault.choices.length > 0
  const way = wayOf(choices, fault)
  const others = different - values.length
  const setWay = (how: FaultWay) => onChange({ ...choices, ways: { ...choices.ways, [keyOf(field, reason)]: how } })
  const setValue = (text: string, value: string) => {
    const { [keyOf(field, text)]: _, ...rest } = choices.values
    const chosen = value === shared ? {} : { [keyOf(field, text)]: value === blank ? null : value }
    onChange({ ...choices, values: { ...rest, ...chosen } })
  }
  const waySelect = (label: string) => (
    <Select label={label} value={way} onChange={value => setWay(value as FaultWay)}>
      {ways.map(each => (
        <MenuItem key={each} value={each}>
          {wayTexts[each]}
        </MenuItem>
      ))}
    </Select>
  )
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Line aside={!listed && ways.length > 0 && waySelect(`${column}: ${reason}`)}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {column ? `${column}: ${counted(rows, 'linha', 'linhas')}` : counted(rows, 'linha', 'linhas')}
          {out === 0 && ways.length > 0 && <Tag tone="success">Resolvido</Tag>}
        </Box>
        <Box sx={{ fontSize: '0.875rem' }}>{reason}</Box>
        {!listed && (
          <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {rows === 1 ? 'Na linha' : 'A primeira é a linha'} {formatNumber(firstRow)}
            {values.some(({ text }) => text) &&
              `: ${values
                .flatMap(({ text }) => text || [])
                .map(quoted)
                .join(', ')}`}
            {way === 'first' && '. Os outros ficam na mensagem do lead.'}
            {ways.length === 0 && (rows === 1 ? '. Fica de fora.' : '. Ficam de fora.')}
          </Typography>
        )}
      </Line>
      {listed && (
        <Box component="ul" aria-label={`${column}: ${reason}`} sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
          {values.map(({ text, rows }) => {
            const value = choices.values[keyOf(field, text)]
            return (
              <Box component="li" key={text} sx={{ pt: 1 }}>
                <Line
                  aside={
                    <Select
                      label={`${column} ${quoted(text)} é`}
                      value={value === undefined ? shared : (value ?? blank)}
                      onChange={next => setValue(text, next)}
                    >
                      {fault.choices.map(({ id, name }) => (
                        <MenuItem key={id} value={id}>
                          {name}
                        </MenuItem>
                      ))}
                      {way !== 'blank' && <MenuItem value={blank}>{wayTexts.blank}</MenuItem>}
                      <MenuItem value={shared}>{wayTexts[way]}</MenuItem>
                    </Select>
                  }
                >
                  <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                    {quoted(text)}
                  </Box>
                  <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                    : {counted(rows, 'linha', 'linhas')}
                  </Box>
                </Line>
              </Box>
            )
          })}
          {others > 0 && (
            <Box component="li" sx={{ pt: 1 }}>
              <Line aside={waySelect(`${column}: os outros valores`)}>
                E mais {counted(others, 'valor diferente', 'valores diferentes')}
              </Line>
            </Box>
          )}
        </Box>
      )}
    </Box>
  )
}

const quoted = (text: string): string => `“${text}”`

const Line = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: aside ? 'minmax(0, 1fr) 260px' : 'minmax(0, 1fr)' },
      alignItems: 'center',
      gap: { xs: 0.75, sm: 2 }
    }}
  >
    <Box sx={{ minWidth: 0 }}>{children}</Box>
    {aside}
  </Box>
)

type SelectProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

const Select = ({ label, value, onChange, children }: SelectProps) => (
  <TextField
    select
    fullWidth
    hiddenLabel
    value={value}
    slotProps={{ htmlInput: { 'aria-label': label } }}
    onChange={({ target }) => onChange(target.value)}
  >
    {children}
  </TextField>
)
