import Box from '@mui/material/Box'
import { useRef } from 'react'
import { centsText, moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import { useDraft } from '../../../ui/useDraft.ts'
import { MoneyInput } from '../MoneyInput.tsx'

type Range = { from?: number | undefined; to?: number | undefined }

/** A span of amounts, asked for once the typing pauses. */
export const AmountsInput = ({ from, to, onChange }: Range & { onChange: (range: Range) => void }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 0.75, pt: 0.75, alignItems: 'start' }}>
    <Amount label="De" value={from} onChange={cents => onChange({ from: cents, to })} />
    <Amount label="Até" value={to} onChange={cents => onChange({ from, to: cents })} />
  </Box>
)

type AmountProps = { label: string; value: number | undefined; onChange: (cents: number | undefined) => void }

function Amount({ label, value, onChange }: AmountProps) {
  // The typed text stays as it is, so that nothing changes under the fingers.
  const typed = useRef('')
  const initial = readMoney(typed.current) === (value ?? null) ? typed.current : centsText(value ?? null)
  const [text, setText] = useDraft(initial, next => {
    const cents = readMoney(next)
    typed.current = next
    if (cents !== undefined) onChange(cents ?? undefined)
  })
  const wrong = readMoney(text) === undefined
  return (
    <MoneyInput
      label={label}
      value={text}
      onChange={setText}
      error={wrong}
      helperText={wrong ? moneyText : undefined}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { 'aria-label': `Valor, ${label.toLowerCase()}` } }}
      sx={{ '& input': { px: 0, fontSize: '0.8125rem' }, '& p': { mx: 0 } }}
    />
  )
}
