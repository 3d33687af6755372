import type { Dashboard } from '../../../../services/admin/admin/schema.ts'
import { lastBackupText } from '../../../../services/admin/backups/rules.ts'
import { formatNumber } from '../../core/format.ts'
import { nearlyFull, sourceLabels } from '../../platform/inboundMail/labels.ts'
import { useMay } from '../../shell/access.ts'
import { timeAgo } from '../../ui/ago.ts'
import { Details } from '../../ui/Details.tsx'
import { NumberTile, Small, Tiles } from '../../ui/NumberTile.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Line, Lines } from './Lines.tsx'

const milliseconds = (value: number | null) => (value === null ? '–' : `${formatNumber(Math.round(value))} ms`)
const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)}%`

/** When the last backup was made, which opens the list for those who may see it. */
function LastBackup({ backup }: { backup: NonNullable<Dashboard['health']>['backup'] }) {
  const may = useMay('manage_backups')
  const words = (
    <>
      <span>{lastBackupText(backup)}</span>
      {backup.failure ? (
        <Tag tone="error">O último falhou</Tag>
      ) : backup.stale ? (
        <Tag tone="warning">Há mais de 2 dias</Tag>
      ) : null}
    </>
  )
  return (
    <Lines sx={{ mt: 1.5 }}>
      <li>{may ? <Line to="/admin/backups">{words}</Line> : words}</li>
    </Lines>
  )
}

/** How the installation does. */
export function HealthPanel({ health }: { health: NonNullable<Dashboard['health']> }) {
  const { answers, relay, queues, mailsFailed, checking, inbound, backup, databaseBytes, integrityBroken, version } =
    health
  const late = relay.lagSeconds > 30
  return (
    <Panel title="Saúde" aside={<Small>Versão {version}</Small>}>
      <Tiles>
        <NumberTile
          to="/admin/logs?aba=errors"
          label={`Respostas, últimos ${answers.minutes} min`}
          amount={milliseconds(answers.p50)}
          note={`95% em até ${milliseconds(answers.p95)}`}
        />
        <NumberTile
          to="/admin/logs?aba=errors"
          label="Respostas com erro"
          amount={percent(answers.errorRate)}
          note={`De ${formatNumber(answers.count)}`}
          {...(answers.errorRate > 0.01 && { tone: 'error' as const, mark: 'Acima do normal' })}
        />
        <NumberTile
          to="/admin/logs?aba=queues"
          label="Banco de dados"
          amount={`${formatNumber(Math.round(databaseBytes / 1_048_576))} MB`}
        />
        <NumberTile
          to="/admin/logs"
          label="Integridade da auditoria"
          amount={integrityBroken === 0 ? 'Íntegra' : formatNumber(integrityBroken)}
          {...(integrityBroken > 0 && { tone: 'error' as const, mark: 'Cadeias quebradas' })}
        />
      </Tiles>
      <LastBackup backup={backup} />
      <Details summary="Filas e e-mails">
        <Tiles>
          <NumberTile
            to="/admin/logs?aba=queues"
            label="Fila de saída"
            amount={formatNumber(relay.waiting)}
            note={`Espera de ${formatNumber(Math.round(relay.lagSeconds))} s`}
            {...(late && { tone: 'error' as const, mark: 'Parada' })}
          />
          {queues.map(({ name, label, away, waiting, deadLetters, oldestSeconds }) => (
            <NumberTile
              key={name}
              to="/admin/logs?aba=queues"
              label={`Fila ${label}`}
              amount={away ? '–' : formatNumber(waiting)}
              note={oldestSeconds === null ? 'Nada esperando' : `Mais antigo há ${formatNumber(oldestSeconds)} s`}
              {...(away && { tone: 'error' as const, mark: 'Fora do ar' })}
              {...(!away &&
                deadLetters > 0 && {
                  tone: 'warning' as const,
                  mark: deadLetters === 1 ? '1 falhou' : `${deadLetters} falharam`
                })}
            />
          ))}
          <NumberTile
            to="/admin/logs?aba=queues"
            label="E-mails com falha, 7 dias"
            amount={formatNumber(mailsFailed)}
            {...(mailsFailed > 0 && { tone: 'warning' as const, mark: 'Verificar' })}
          />
          {checking && (
            <NumberTile
              to="/admin/logs?aba=queues"
              label="Vírus: arquivos bloqueados, 30 dias"
              amount={formatNumber(checking.blocked)}
              note={`Esperam verificação: ${formatNumber(checking.waiting)}`}
              {...(!checking.answers && { tone: 'error' as const, mark: 'Fora do ar' })}
            />
          )}
          {inbound?.sources.map(({ name, connected, mailAt, error, used }) => (
            <NumberTile
              key={name}
              to="/admin/logs?aba=queues"
              label={sourceLabels[name]}
              amount={connected ? 'No ar' : 'Fora do ar'}
              note={error ?? (mailAt ? `Último e-mail ${timeAgo(mailAt)}` : 'Nenhum e-mail ainda')}
              {...(!connected && { tone: 'error' as const, mark: 'Verificar' })}
              {...(connected && nearlyFull(used) && { tone: 'warning' as const, mark: `${used}% cheia` })}
            />
          ))}
          {inbound && (
            <NumberTile
              to="/admin/mails-in"
              label="E-mails que esperam uma decisão"
              amount={formatNumber(inbound.open)}
              note={`À espera de leitura: ${formatNumber(inbound.waiting)}`}
            />
          )}
        </Tiles>
      </Details>
    </Panel>
  )
}
