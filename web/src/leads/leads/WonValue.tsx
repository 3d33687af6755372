import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type FormEvent, useCallback, useState } from 'react'
import { useNotify } from 'react-admin'
import { centsText, maskMoney, moneyText, readMoney } from '../../../../services/core/money/rules.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { kindOfStep } from '../funnels/steps.ts'
import { useValueSave, useValuesUsed } from './api.ts'
import { celebrate } from './celebrate.ts'

const Field = styled('input')({
  width: 124,
  minHeight: 36,
  padding: '4px 8px',
  border: '1px solid currentColor',
  borderRadius: 6,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  '@media (pointer: coarse)': { minHeight: 44 }
})

/** Long enough to type an amount; who lets it pass has skipped it. */
const shownFor = 20_000

/**
 * Celebrates a lead that was just won, and offers to enter its value in companies that enter values. The
 * lead is won already, so nobody has to answer.
 */
export function useWon({ ask = false } = {}): (lead: Lead, status: string) => void {
  const notify = useNotify()
  const used = useValuesUsed({ ask })
  return useCallback(
    (lead, status) => {
      if (kindOfStep(status) !== 'won' || lead.statusKind === 'won') return
      celebrate()
      if (used) notify(<WonValue lead={lead} />, { type: 'success', autoHideDuration: shownFor })
    },
    [notify, used]
  )
}

function WonValue({ lead }: { lead: Lead }) {
  const today = dayAt(Date.now(), useTimeZone())
  const [text, setText] = useState(centsText(lead.valueCents))
  const [day, setDay] = useState(today)
  const [wrong, setWrong] = useState(false)
  const save = useValueSave()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const valueCents = readMoney(text)
    setWrong(valueCents === undefined)
    if (valueCents !== undefined && !save.isPending)
      save.mutate({ lead, valueCents, soldOn: day && day !== today ? day : undefined })
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 0.75 }}>
      <Box component="label" htmlFor="won-value" sx={{ fontWeight: 600 }}>
        {lead.name} foi convertido. Qual foi o valor?
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <span aria-hidden>R$</span>
        <Field
          id="won-value"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          aria-invalid={wrong}
          aria-describedby={wrong ? 'won-value-wrong' : undefined}
          onChange={({ target }) =>
            setText(target.selectionStart === target.value.length ? maskMoney(target.value, text) : target.value)
          }
        />
        <Field
          type="date"
          aria-label="Data da venda"
          max={today}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          sx={{ width: 150, colorScheme: 'inherit' }}
        />
        <Button
          type="submit"
          size="small"
          variant="outlined"
          sx={{
            minHeight: 36,
            '&, &:hover': { color: 'inherit', borderColor: 'currentColor' },
            '@media (pointer: coarse)': { minHeight: 44 }
          }}
        >
          Salvar venda
        </Button>
      </Box>
      {wrong && (
        <Box id="won-value-wrong" role="alert" sx={{ fontSize: '0.8125rem' }}>
          {moneyText}
        </Box>
      )}
    </Box>
  )
}
