import Box from '@mui/material/Box'
import { priceCategories, priceCategoryLabels } from '../../../../services/messaging/prices/rules.ts'
import { NewPriceCard } from '../../../../services/messaging/prices/schema.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { usePriceCardSave } from './api.ts'
import { pricesOf, rulesOf } from './cardValues.ts'
import { RuleFields } from './RuleFields.tsx'

const initial = {
  market: 'BR',
  currency: 'BRL',
  from: '',
  source: '',
  prices: { marketing: '', utility: '', authentication: '', service: '' },
  freeService: '',
  utilityCharged: false
}

/** A card of one market is entered. */
export function CardDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(NewPriceCard, initial, usePriceCardSave(onClose), {
    toBody: ({ market, currency, from, source, prices, ...rules }): NewPriceCard => ({
      market: market.trim(),
      currency: currency.trim().toUpperCase(),
      from,
      source: source.trim(),
      prices: pricesOf(prices),
      rules: rulesOf(rules)
    })
  })
  return (
    <FormDialog form={form} title="Nova tabela de preços" label="Salvar tabela" onClose={onClose} full>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' } }}>
        <Field name="market" label="Mercado" help="País, como BR, ou região da tabela da Meta." longest={100} />
        <Field name="currency" label="Moeda" help="Como BRL ou USD." longest={3} />
        <Field name="from" kind="date" label="Vale desde" />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
        {priceCategories.map(category => (
          <Field
            key={category}
            name={`prices.${category}`}
            label={priceCategoryLabels[category]}
            placeholder="0,3250"
            longest={20}
          />
        ))}
      </Box>
      <RuleFields />
      <Field name="source" label="Fonte" help="De onde vêm os preços, como o endereço da página." longest={300} />
    </FormDialog>
  )
}
