import Box from '@mui/material/Box'

/** A note, where hours end at 23:59, that they go on to midnight: a time field cannot say 24:00. */
export function UntilMidnight({ ends }: { ends: readonly string[] }) {
  if (!ends.includes('23:59')) return null
  return (
    <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
      O horário até 23:59 vai até a meia-noite.
    </Box>
  )
}
