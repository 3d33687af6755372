import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { cut } from '../../../../services/core/rules.ts'
import { dateStyleLabels, dateStyles, listOrigins, originLabels } from '../../../../services/leads/imports/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { useMay } from '../../shell/access.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { ImportSettings } from './api.ts'
import { leftOut, twoColumns } from './choices.ts'

type Props = {
  settings: ImportSettings
  origin: string
  /** As they are typed. */
  tags: string
  errors: Record<string, string>
  onChange: (change: Partial<ImportSettings>) => void
  onOrigin: (origin: string) => void
  onTags: (tags: string) => void
}

/** Settings for every row: the list's origin, and the values that its leads get. */
export function AllRowsPanel({ settings, origin, tags, errors, onChange, onOrigin, onTags }: Props) {
  const assigns = useMay('assign_leads')
  const { data: people = [] } = useEmployeeOptions()
  return (
    <Panel title="Para todas as linhas">
      <Box sx={twoColumns}>
        <TextField
          select
          required
          label="De onde vem esta lista?"
          value={origin}
          error={Boolean(errors.origin)}
          helperText={errors.origin ?? 'Fica registrado: a LGPD pede uma razão para guardar dados de pessoas.'}
          onChange={event => onOrigin(event.target.value)}
        >
          {listOrigins.map(each => (
            <MenuItem key={each} value={each}>
              {originLabels[each]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Mais sobre a origem"
          value={settings.originNote}
          error={Boolean(errors.originNote)}
          helperText={errors.originNote ?? 'Por exemplo: feira de março, planilha do João.'}
          onChange={event => onChange({ originNote: cut(event.target.value, 500) })}
        />
        <TextField
          label="Origem dos leads"
          value={settings.source}
          helperText="Onde a planilha não diz outra."
          onChange={event => onChange({ source: cut(event.target.value, 100) })}
        />
        {assigns && (
          <TextField
            select
            label="Responsável"
            value={settings.ownerId ?? leftOut}
            error={Boolean(errors.ownerId)}
            helperText={errors.ownerId ?? 'Onde a planilha não diz outro.'}
            onChange={({ target: { value } }) => onChange({ ownerId: value === leftOut ? null : value })}
          >
            <MenuItem value={leftOut}>Sem responsável</MenuItem>
            {people
              .filter(({ active }) => active)
              .map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
          </TextField>
        )}
        <TextField
          label="Etiquetas"
          value={tags}
          error={Boolean(errors.tags)}
          helperText={errors.tags ?? 'Separe com ponto e vírgula.'}
          onChange={event => onTags(event.target.value)}
        />
        <TextField
          select
          label="Como as datas estão escritas"
          value={settings.dateStyle}
          helperText="Vale onde as próprias datas não dizem."
          onChange={event => onChange({ dateStyle: event.target.value as ImportSettings['dateStyle'] })}
        >
          {dateStyles.map(style => (
            <MenuItem key={style} value={style}>
              {dateStyleLabels[style]}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {settings.mapping.includes('consent') && (
        <TextField
          fullWidth
          required
          multiline
          label="Como e quando o consentimento foi dado"
          value={settings.consentEvidence}
          error={Boolean(errors.consentEvidence)}
          helperText={errors.consentEvidence ?? 'Vale como prova. Sem isto a coluna não é importada.'}
          onChange={event => onChange({ consentEvidence: cut(event.target.value, 1000) })}
          sx={{ mt: 2 }}
        />
      )}
      <Box sx={{ display: 'grid', justifyItems: 'start', mt: 1.5 }}>
        <FormControlLabel
          control={<Switch checked={settings.newTags} onChange={(_, newTags) => onChange({ newTags })} />}
          label="Criar as etiquetas que faltam"
        />
        <FormControlLabel
          control={<Switch checked={settings.notify} onChange={(_, notify) => onChange({ notify })} />}
          label="Avisar sobre cada lead novo"
        />
        <FormControlLabel
          control={
            <Switch
              checked={settings.loudNames !== true}
              onChange={(_, quiet) => onChange({ loudNames: quiet ? undefined : true })}
            />
          }
          label="Escrever MARIA DA SILVA como Maria da Silva (empresas e siglas ficam como estão)"
        />
      </Box>
    </Panel>
  )
}
