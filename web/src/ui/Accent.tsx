import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

const colors = ['#0f766e', '#1d4ed8', '#7c3aed', '#be185d', '#c2410c', '#15803d', '#334155']

/** A colour out of a few, or any. */
export function Accent({ value, onChange }: { value: string | null; onChange: (color: string | null) => void }) {
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0 }}>
      <Typography component="legend" variant="body2" sx={{ color: 'text.secondary', p: 0, mb: 1 }}>
        Cor de destaque
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {colors.map(color => (
          <Box
            key={color}
            component="button"
            type="button"
            aria-label={`Cor ${color}`}
            aria-pressed={value === color}
            onClick={() => onChange(color)}
            sx={{
              width: 32,
              height: 32,
              p: 0,
              border: 2,
              borderColor: 'background.paper',
              borderRadius: '50%',
              bgcolor: color,
              cursor: 'pointer',
              outline: theme => (value === color ? `2px solid ${theme.palette.text.primary}` : 'none'),
              '&:focus-visible': { outline: theme => `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
            }}
          />
        ))}
        <Box
          component="input"
          type="color"
          aria-label="Outra cor"
          title="Outra cor"
          value={value ?? '#0f766e'}
          onChange={event => onChange((event.target as HTMLInputElement).value)}
          sx={{
            width: 40,
            height: 36,
            p: 0.25,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'transparent'
          }}
        />
        {value !== null && (
          <Button size="small" onClick={() => onChange(null)}>
            Usar a cor padrão
          </Button>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        O tom é ajustado quando preciso para que todos consigam ler, no claro e no escuro.
      </Typography>
    </Box>
  )
}
