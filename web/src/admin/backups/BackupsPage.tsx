import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { fewestKept, sizeText } from '../../../../services/admin/backups/rules.ts'
import type { Backup, BackupState } from '../../../../services/admin/backups/schema.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useBackupRequest, useBackupState, useBackups } from './api.ts'
import { DownloadDialog } from './DownloadDialog.tsx'
import { RestoreHelp } from './RestoreHelp.tsx'

/** The backups of the installation, the way to have one made, and what to do with one. */
export default function BackupsPage() {
  const state = useBackupState()
  const request = useBackupRequest()
  const running = state.data?.running === true
  return (
    <>
      <PageHead
        title="Backups"
        primary={
          <Button
            variant="contained"
            disabled={running || request.isPending || !state.data}
            onClick={() => request.mutate()}
          >
            {running ? 'Fazendo o backup…' : 'Fazer backup agora'}
          </Button>
        }
      />
      <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
        <Loaded of={state} what="os backups">
          {shown => (
            <>
              <Failure state={shown} />
              <BackupList />
              <Panel title="Quando e onde">
                <Where state={shown} />
              </Panel>
              <RestoreHelp state={shown} />
            </>
          )}
        </Loaded>
      </Box>
    </>
  )
}

const Failure = ({ state: { failure, running } }: { state: BackupState }) =>
  failure && !running ? (
    <Alert severity="error">
      O último backup não foi feito (<Moment at={failure.at} />
      ): {failure.message}
    </Alert>
  ) : null

function BackupList() {
  const reading = useBackups()
  const [chosen, setChosen] = useState<string | null>(null)
  const columns: Column<Backup>[] = [
    {
      label: 'Arquivo',
      title: true,
      show: ({ file }) => <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{file}</Box>
    },
    { label: 'Feito em', show: ({ createdAt }) => <Moment at={createdAt} /> },
    { label: 'Tamanho', align: 'right', show: ({ bytes }) => sizeText(bytes) },
    {
      label: 'Situação',
      show: ({ checked }) => (
        <Tag tone={checked ? 'success' : 'warning'}>{checked ? 'Conferido' : 'Não pôde ser lido'}</Tag>
      )
    },
    {
      label: 'Ações',
      show: ({ file, here }) =>
        here ? (
          <Button size="small" sx={{ ml: -1 }} onClick={() => setChosen(file)}>
            Baixar
          </Button>
        ) : (
          'Na máquina do worker'
        )
    }
  ]
  return (
    <Panel title="Backups feitos">
      <Loaded of={reading} what="a lista de backups">
        {rows =>
          rows.length === 0 ? (
            <Notice
              title="Nenhum backup ainda"
              text="O primeiro é feito sozinho na próxima madrugada. Você também pode fazer um agora."
            />
          ) : (
            <Rows label="Backups feitos" columns={columns} rows={rows} keyOf={({ file }) => file} />
          )
        }
      </Loaded>
      {chosen && <DownloadDialog file={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

const Where = ({ state: { folder, keepDays, encrypted } }: { state: BackupState }) => (
  <Box sx={{ display: 'grid', gap: 1, color: 'text.secondary', '& p': { m: 0 }, overflowWrap: 'anywhere' }}>
    <p>
      {keepDays === 0
        ? 'Nenhum backup é feito sozinho (BACKUP_KEEP=0).'
        : `Um backup é feito sozinho toda madrugada, por volta das 3h, ou de manhã se a máquina estava desligada. Ficam os ${keepDays === 1 ? 'do último dia' : `dos últimos ${keepDays} dias`} com backup, e nunca menos de ${fewestKept} arquivos.`}
    </p>
    <p>
      Os arquivos ficam em <code>{folder}</code>. Copie-os de vez em quando para outro lugar: um disco que quebra leva
      os backups junto.
    </p>
    <p>
      {encrypted
        ? 'Eles são cifrados com a senha de BACKUP_PASSWORD. Guarde-a fora desta máquina: sem ela nada pode ser restaurado.'
        : 'Eles têm todos os dados e segredos, sem senha. Para cifrá-los, defina BACKUP_PASSWORD.'}
    </p>
  </Box>
)
