import Box from '@mui/material/Box'
import { keyframes, useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'

const draw = keyframes({ from: { strokeDashoffset: 60 }, to: { strokeDashoffset: 0 } })

/** The best moment of the day: nobody waits any more. */
export function QueueDone({ answered }: { answered: number }) {
  const { tokens } = useTheme()
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 3, textAlign: 'center' }}>
      <Box component="svg" viewBox="0 0 64 56" aria-hidden sx={{ width: 72, height: 63, fill: 'none' }}>
        <path
          d="M10 4h44a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H28L15 53V42h-5a8 8 0 0 1-8-8V12a8 8 0 0 1 8-8Z"
          fill={tokens.tones.brand.soft}
        />
        <Box
          component="path"
          d="m20 23 9 9 16-17"
          sx={{
            stroke: tokens.tones.brand.main,
            strokeWidth: 5,
            strokeLinecap: 'round',
            strokeLinejoin: 'round',
            strokeDasharray: 60,
            animation: `${draw} 500ms ease-out both`
          }}
        />
      </Box>
      <Typography variant="h3" component="p">
        Tudo em dia
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '44ch' }}>
        {answered > 0 &&
          `${answered === 1 ? 'Quem pediu contato hoje já foi atendido' : `As ${answered} pessoas que pediram contato hoje já foram atendidas`}. `}
        Nada na fila: ninguém espera por um primeiro contato e não há tarefas para hoje.
      </Typography>
    </Box>
  )
}
