import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { BackupState } from '../../../../services/admin/backups/schema.ts'
import { Panel } from '../../ui/Panel.tsx'

const Command = styled('code')(({ theme }) => ({
  display: 'block',
  marginTop: 6,
  padding: '8px 12px',
  borderRadius: 8,
  overflowWrap: 'anywhere',
  backgroundColor: theme.tokens.sunken,
  color: theme.palette.text.primary
}))

const Option = styled('code')({ whiteSpace: 'nowrap' })

/** How a backup becomes an installation again. */
export const RestoreHelp = ({ state: { encrypted } }: { state: BackupState }) => (
  <Panel title="Como restaurar">
    <Box
      component="ol"
      sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1.25, color: 'text.secondary', '& li::marker': { fontWeight: 600 } }}
    >
      <li>
        Pare o Prosa (Ctrl-C na janela em que ele roda). Em outra máquina, instale-o antes e copie o arquivo para lá.
      </li>
      <li>
        Na pasta do Prosa, restaure o arquivo{encrypted && ', com a senha em BACKUP_PASSWORD'}:
        <Command>npm run restore -- prosa-AAAA-MM-DD-HHMM.backup</Command>
      </li>
      <li>
        Se a máquina já tem dados, acrescente <Option>--replace</Option>. Nada é apagado: os dados de agora ficam ao
        lado.
      </li>
      <li>
        Inicie de novo:
        <Command>npm start</Command>
      </li>
    </Box>
    <Box component="p" sx={{ m: 0, mt: 2, color: 'text.secondary' }}>
      Quem pediu a exclusão dos dados depois do backup é excluído de novo durante a restauração.
    </Box>
  </Panel>
)
