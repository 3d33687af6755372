import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { variables } from '../../../../services/messaging/conversations/replies/rules.ts'

/** Buttons for the variables that are filled in when an answer is sent. */
export const VariableButtons = ({ onChoose }: { onChoose: (variable: string) => void }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
    {variables.map(name => (
      <Button
        key={name}
        size="small"
        variant="outlined"
        aria-label={`Pôr a variável ${name}`}
        onClick={() => onChoose(`{{${name}}}`)}
      >
        {`{{${name}}}`}
      </Button>
    ))}
  </Box>
)
