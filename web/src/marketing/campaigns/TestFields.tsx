import Box from '@mui/material/Box'
import { campaignLimits, testHours, testShares } from '../../../../services/marketing/campaigns/rules.ts'
import { counted } from '../../core/format.ts'
import { Field } from '../../ui/Field.tsx'

const shares = testShares.map(value => ({ value, label: `${value}% do público` }))
const waits = testHours.map(value => ({ value, label: counted(value, 'hora', 'horas') }))

/** A second subject, to find out which one more people click. */
export const TestFields = ({ tests, share }: { tests: boolean; share: number }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Field kind="check" name="tests" label="Testar dois assuntos" />
    {tests && (
      <>
        <Field required name="subjectB" as="test.subject" label="Segundo assunto" longest={campaignLimits.subject} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Field kind="choice" name="share" as="test.share" label="Quem testa cada assunto" options={shares} />
          <Field kind="choice" name="hours" as="test.hours" label="Escolher o vencedor depois de" options={waits} />
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          Quem testa é sorteado. Os outros {100 - 2 * share}% recebem o assunto que mais pessoas clicarem; cliques de
          programas não contam, e no empate vai o primeiro. O e-mail precisa de um link.
        </Box>
      </>
    )}
  </Box>
)
