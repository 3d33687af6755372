import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { distributionModes, modeLabels } from '../../../../../services/leads/distribution/rules.ts'
import type { Distribution } from '../../../../../services/leads/distribution/schema.ts'
import { useMay } from '../../../shell/access.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { useKept } from '../../../ui/kept.ts'
import { useUnsavedWarning } from '../../../ui/unsaved.ts'
import { useDistributionChange } from './api.ts'
import { DistributionMembers } from './DistributionMembers.tsx'

/** Unsaved changes, and the state on which they are based. */
type Edit = { from: Distribution; wanted: Distribution }

const same = (one: Distribution, other: Distribution): boolean => JSON.stringify(one) === JSON.stringify(other)

/** How new leads are distributed, to be changed and then saved. */
export function DistributionEditor({ now }: { now: Distribution }) {
  const [edit, setEdit, forget] = useKept<Edit | null>('distribution', null)
  const mayChange = useMay('manage_team')
  const wanted = edit?.wanted ?? now
  const setWanted = (next: Distribution) => {
    const from = edit?.from ?? now
    setEdit(same(next, from) ? null : { from, wanted: next })
  }
  const { mutate, isPending } = useDistributionChange(forget)
  const save = () => mutate({ ...wanted, expected: now })
  useUnsavedWarning(edit !== null)
  const { mode } = wanted

  return (
    <Box component="fieldset" disabled={!mayChange} sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}>
        {distributionModes.map(each => (
          <Choice
            key={each}
            name="distribution"
            value={each}
            checked={mode === each}
            disabled={!mayChange}
            title={modeLabels[each].label}
            onChange={() => setWanted({ ...wanted, mode: each })}
          >
            {modeLabels[each].help}
          </Choice>
        ))}
      </Box>
      {mode !== 'off' && (
        <DistributionMembers
          wanted={wanted}
          mayChange={mayChange}
          onChange={change => setWanted({ ...wanted, ...change })}
        />
      )}
      {mayChange && edit && same(edit.from, now) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Button variant="contained" disabled={isPending} onClick={save}>
            Salvar distribuição
          </Button>
          <Button disabled={isPending} onClick={forget}>
            Desfazer mudanças
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Mudanças ainda não salvas.
          </Typography>
        </Box>
      )}
      {mayChange && edit && !same(edit.from, now) && (
        <Alert severity="warning">
          Outra pessoa mudou a distribuição enquanto você editava. O que você mudou aqui ainda não foi salvo.
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -1 }}>
            <Button color="inherit" disabled={isPending} onClick={forget}>
              Carregar a mais recente
            </Button>
            <Button color="inherit" disabled={isPending} onClick={save}>
              Salvar a minha
            </Button>
          </Box>
        </Alert>
      )}
    </Box>
  )
}
