import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { Fragment, useId } from 'react'
import type { CommandSource } from '../features.ts'
import { Key } from './Key.tsx'
import { commandKey, useLettersOn } from './shortcuts.ts'

export type ShortcutsDialogProps = { open: boolean; source: CommandSource; onClose: () => void }

/** The keyboard shortcuts of the area. */
export function ShortcutsDialog({ open, source, onClose }: ShortcutsDialogProps) {
  const id = useId()
  const [lettersOn, setLettersOn] = useLettersOn()
  const pages = Object.entries(source.letters)
  const actions = source.actions.flatMap(({ label, letter }): [string, string[]][] =>
    letter ? [[label, [letter]]] : []
  )
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Atalhos do teclado</DialogTitle>
      <DialogContent>
        <Keys heading="Em qualquer lugar" rows={[['Buscar, ir para uma página ou fazer algo', [commandKey(), 'K']]]} />
        <Box sx={{ opacity: lettersOn ? 1 : 0.7 }}>
          <Keys
            heading="Fora dos campos de texto"
            rows={[...actions, ['Buscar na lista aberta', ['/']], ['Ver estes atalhos', ['?']]]}
          />
          <Keys
            heading="Na lista de leads"
            rows={[
              ['Próxima linha', ['j']],
              ['Linha anterior', ['k']],
              ['Selecionar a linha', ['x']],
              ['Selecionar até a linha', ['Shift', 'x']],
              ['Ações para os selecionados', ['a']],
              ['Abrir o lead', ['Enter']]
            ]}
          />
          <Keys
            heading="No quadro"
            rows={[
              ['Outro cartão', ['←', '↑', '→', '↓']],
              ['Mover para outra coluna', ['m']],
              ['Abrir o lead', ['Enter']]
            ]}
          />
          <Keys
            heading="Nas tarefas"
            rows={[
              ['Próxima tarefa', ['j']],
              ['Tarefa anterior', ['k']],
              ['Concluir a tarefa', ['x']],
              ['Mover para outro dia', ['m']],
              ['Passar para outra pessoa', ['r']],
              ['Abrir o lead da tarefa', ['Enter']]
            ]}
          />
          <Keys
            heading="Nas conversas"
            rows={[
              ['Próxima conversa', ['j']],
              ['Conversa anterior', ['k']],
              ['Abrir a conversa', ['Enter']],
              ['Responder', ['r']],
              ['Escrever uma nota', ['n']],
              ['Resolver ou reabrir', ['e']],
              ['Adiar', ['s']],
              ['Escolher quem responde', ['a']],
              ['Etiquetas', ['l']]
            ]}
          />
          <Keys heading="Ir para" rows={pages.map(([letter, { label }]) => [label, ['g', letter]])} />
        </Box>
        <FormControlLabel
          sx={{ mt: 1.5 }}
          control={<Switch checked={lettersOn} onChange={(_event, on) => setLettersOn(on)} />}
          label="Usar atalhos de uma tecla"
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}

const Keys = ({ heading, rows }: { heading: string; rows: [label: string, keys: string[]][] }) => (
  <>
    <Box component="h3" sx={{ m: 0, mt: 2, mb: 0.5, fontSize: '0.75rem', fontWeight: 600, color: 'text.secondary' }}>
      {heading}
    </Box>
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 2 }}>
      {rows.map(([label, keys]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <Box component="dd" sx={{ m: 0, display: 'flex', justifyContent: 'flex-end', gap: 0.5 }}>
            {keys.map(key => (
              <Key key={key}>{key}</Key>
            ))}
          </Box>
        </Fragment>
      ))}
    </Box>
  </>
)
