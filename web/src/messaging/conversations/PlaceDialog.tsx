import HereIcon from '@mui/icons-material/MyLocationOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { Place } from '../../../../services/messaging/conversations/schema.ts'
import { useCompany } from '../../shell/company.ts'
import { useKept } from '../../ui/kept.ts'
import { coordinatesText, readCoordinates } from './places.ts'

type Typed = { name: string; address: string; at: string }

const refusals: Record<number, string> = {
  1: 'O navegador não deixou ver onde você está. Permita a localização nas configurações dele, ou cole um link do mapa.',
  2: 'O aparelho não sabe onde está. Cole um link do mapa.',
  3: 'O aparelho demorou para dizer onde está. Tente de novo, ou cole um link do mapa.'
}

/** A place to be sent, which is that of last time until it is changed: a shop sends its own again and again. */
export function PlaceDialog({ onSend, onClose }: { onSend: (place: Place) => void; onClose: () => void }) {
  const company = useCompany()
  const [usual] = useState<Typed>(() => ({ name: company?.name ?? '', address: company?.address ?? '', at: '' }))
  const [typed, setTyped] = useKept<Typed>('inbox place', usual)
  const [problem, setProblem] = useState<string | null>(null)
  const [looking, setLooking] = useState(false)
  const place = readCoordinates(typed.at)

  function lookHere(): void {
    if (looking) return
    if (!navigator.geolocation) {
      setProblem(refusals[2] ?? null)
      return
    }
    setLooking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false)
        setProblem(null)
        setTyped(current => ({ ...current, at: coordinatesText(coords) }))
      },
      ({ code }) => {
        setLooking(false)
        setProblem(refusals[code] ?? refusals[2] ?? null)
      },
      { enableHighAccuracy: true, timeout: 15_000 }
    )
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!place) {
      setProblem('Cole o link do lugar no mapa, ou as coordenadas, como -23.5614, -46.6559.')
      return
    }
    const [name, address] = [typed.name.trim(), typed.address.trim()]
    onSend({ ...place, ...(name && { name }), ...(address && { address }) })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="place-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="place-title">Enviar localização</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <TextField
              label="Nome do lugar"
              value={typed.name}
              onChange={event => setTyped(current => ({ ...current, name: event.target.value }))}
              slotProps={{ htmlInput: { maxLength: 100 } }}
            />
            <TextField
              label="Endereço"
              value={typed.address}
              onChange={event => setTyped(current => ({ ...current, address: event.target.value }))}
              slotProps={{ htmlInput: { maxLength: 300 } }}
            />
            <TextField
              label="Link do mapa ou coordenadas"
              value={typed.at}
              required
              onChange={event => {
                setProblem(null)
                setTyped(current => ({ ...current, at: event.target.value }))
              }}
              helperText={
                place
                  ? `Lugar: ${coordinatesText(place)}`
                  : 'No Google Maps ou no OpenStreetMap, abra o lugar e copie o endereço da página.'
              }
              slotProps={{ htmlInput: { maxLength: 2000 } }}
            />
            <Button startIcon={<HereIcon />} onClick={lookHere} aria-busy={looking} sx={{ alignSelf: 'start' }}>
              {looking ? 'Procurando…' : 'Usar onde estou agora'}
            </Button>
            {problem && <Alert severity="error">{problem}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained">
            Enviar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
