import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Rating from '@mui/material/Rating'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ticketLimits } from '../../../../services/support/tickets/rules.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type Ticket, useRating } from './api.ts'

const words = ['', 'Péssimo', 'Ruim', 'Razoável', 'Bom', 'Ótimo']

/** How the help was: one tap is enough, words may follow. */
export function RatingPanel({ ticket: { id, rating, ratingText } }: { ticket: Ticket }) {
  const rate = useRating(id)
  const [text, setText] = useState(ratingText ?? '')
  return (
    <Panel title={rating === null ? 'Como foi o atendimento?' : 'Obrigado pela avaliação'}>
      <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Rating
          name="Como foi o atendimento"
          size="large"
          value={rating}
          getLabelText={value => `${value} de 5: ${words[value]}`}
          onChange={(_event, value) =>
            value !== null && !rate.isPending && rate.mutate({ rating: value, text: text.trim() })
          }
        />
        {rating !== null && (
          <>
            <TextField
              fullWidth
              multiline
              maxRows={6}
              label="Quer contar mais? (opcional)"
              value={text}
              onChange={event => setText(event.target.value)}
              slotProps={{ htmlInput: { maxLength: ticketLimits.ratingText } }}
            />
            {text.trim() !== (ratingText ?? '') && (
              <Button
                variant="outlined"
                aria-busy={rate.isPending}
                onClick={() => rate.isPending || rate.mutate({ rating, text: text.trim() })}
              >
                Enviar comentário
              </Button>
            )}
          </>
        )}
      </Box>
    </Panel>
  )
}
