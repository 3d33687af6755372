import Box from '@mui/material/Box'
import type { Dashboard } from '../../../../services/admin/admin/schema.ts'
import { lastBackupText } from '../../../../services/admin/backups/rules.ts'
import { counted, formatNumber } from '../../core/format.ts'
import type { Tone } from '../../core/tokens.ts'
import { nearlyFull, sourceLabels } from '../../platform/inboundMail/labels.ts'
import { useMay } from '../../shell/access.ts'
import { timeAgo } from '../../ui/ago.ts'
import { daysText } from '../../ui/days.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Line, Lines } from './Lines.tsx'

type Matter = { key: string; to: string; words: string; mark: string; tone: Tone }

/** People who wait come first, then what is broken, then companies that are about to be. */
function mattersOf({ tickets, openMails, health, trials, limits, silent }: Dashboard, seesBackups: boolean): Matter[] {
  return [
    ...(tickets.waiting > 0
      ? [
          {
            key: 'tickets',
            to: '/admin/tickets',
            words: `${counted(tickets.waiting, 'chamado novo espera', 'chamados novos esperam')} uma pessoa da equipe`,
            mark: tickets.since ? timeAgo(tickets.since) : 'Esperando',
            tone: 'error' as const
          }
        ]
      : []),
    ...(openMails > 0
      ? [
          {
            key: 'open mails',
            to: '/admin/mails-in',
            words: `${counted(openMails, 'e-mail recebido espera', 'e-mails recebidos esperam')} uma decisão`,
            mark: 'Ler',
            tone: 'warning' as const
          }
        ]
      : []),
    ...(health ? brokenOf(health, seesBackups) : []),
    ...limits.map(({ id, name, used, limit, over }) => ({
      key: `limit ${id}`,
      to: `/admin/companies/${id}?aba=usage`,
      words: `${name}: ${over ? 'passou do' : 'está perto do'} limite do plano`,
      mark: `${formatNumber(used)} de ${counted(limit, 'lead', 'leads')}`,
      tone: over ? ('error' as const) : ('warning' as const)
    })),
    ...trials
      .filter(({ daysLeft }) => daysLeft <= 3)
      .map(({ id, name, daysLeft }) => ({
        key: `trial ${id}`,
        to: `/admin/companies/${id}`,
        words: `${name}: o teste está no fim`,
        mark: daysText(daysLeft),
        tone: 'warning' as const
      })),
    ...silent.some.map(({ id, name }) => ({
      key: `silent ${id}`,
      to: `/admin/companies/${id}`,
      words: `${name}: parou de receber leads`,
      mark: 'Há 14 dias',
      tone: 'neutral' as const
    })),
    ...(silent.count > silent.some.length
      ? [
          {
            key: 'silent',
            to: '/admin/companies',
            words: `Mais ${counted(silent.count - silent.some.length, 'empresa parou', 'empresas pararam')} de receber leads`,
            mark: 'Há 14 dias',
            tone: 'neutral' as const
          }
        ]
      : [])
  ]
}

/** The faults of the installation. */
function brokenOf(health: NonNullable<Dashboard['health']>, seesBackups: boolean): Matter[] {
  const { answers, relay, queues, mailsFailed, checking, inbound, backup, integrityBroken } = health
  const found: (Matter | false)[] = [
    integrityBroken > 0 && {
      key: 'integrity',
      to: '/admin/logs',
      words: 'O registro de auditoria não está íntegro',
      mark: counted(integrityBroken, 'cadeia quebrada', 'cadeias quebradas'),
      tone: 'error'
    },
    (backup.failure !== null || backup.stale) && {
      key: 'backup',
      to: seesBackups ? '/admin/backups' : '/admin/logs?aba=queues',
      words: backup.failure === null ? lastBackupText(backup) : `O último backup não foi feito: ${backup.failure}`,
      mark: backup.failure === null ? 'Há mais de 2 dias' : 'Verificar',
      tone: 'warning'
    },
    answers.errorRate > 0.01 && {
      key: 'answers',
      to: '/admin/logs?aba=errors',
      words: 'O servidor responde com erros',
      mark: `${formatNumber(Math.round(answers.errorRate * 1000) / 10)}% em ${answers.minutes} min`,
      tone: 'error'
    },
    relay.lagSeconds > 30 && {
      key: 'relay',
      to: '/admin/logs?aba=queues',
      words: 'A fila de saída está parada',
      mark: counted(relay.waiting, 'esperando', 'esperando'),
      tone: 'error'
    },
    relay.deliveryLagSeconds > 120 && {
      key: 'deliveries',
      to: '/admin/logs?aba=queues',
      words: 'Mensagens de clientes esperam para ser processadas',
      mark: `há ${counted(Math.round(relay.deliveryLagSeconds / 60), 'minuto', 'minutos')}`,
      tone: 'error'
    },
    ...queues.map(
      ({ name, label, away, deadLetters }): Matter | false =>
        (away || deadLetters > 0) && {
          key: `queue ${name}`,
          to: '/admin/logs?aba=queues',
          words: `Fila ${label}`,
          mark: away ? 'Fora do ar' : counted(deadLetters, 'trabalho falhou', 'trabalhos falharam'),
          tone: away ? 'error' : 'warning'
        }
    ),
    mailsFailed > 0 && {
      key: 'mails',
      to: '/admin/logs?aba=queues',
      words: 'Há e-mails que não saíram nos últimos 7 dias',
      mark: counted(mailsFailed, 'e-mail', 'e-mails'),
      tone: 'warning'
    },
    checking !== null &&
      !checking.answers && {
        key: 'checking',
        to: '/admin/logs?aba=queues',
        words: 'O verificador de vírus não responde; os arquivos recebidos esperam por ele',
        mark: checking.waiting > 0 ? counted(checking.waiting, 'arquivo', 'arquivos') : 'Fora do ar',
        tone: 'error'
      },
    ...(inbound?.sources ?? []).map(
      ({ name, connected, error, used }): Matter | false =>
        (!connected || nearlyFull(used)) && {
          key: `inbound ${name}`,
          to: '/admin/logs?aba=queues',
          words: connected
            ? 'A caixa de entrada está quase cheia; depois disso os e-mails são recusados'
            : (error ?? 'Os e-mails que chegam não estão sendo lidos'),
          mark: connected ? `${used}%` : sourceLabels[name],
          tone: connected ? 'warning' : 'error'
        }
    )
  ]
  return found.filter(matter => matter !== false)
}

/** Matters that need the staff now, each linked to the page where it is settled. */
export function TodayPanel({ data }: { data: Dashboard }) {
  const matters = mattersOf(data, useMay('manage_backups'))
  return (
    <Panel title="Hoje">
      {matters.length === 0 ? (
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          Nada pede uma mão agora.
        </Box>
      ) : (
        <Lines>
          {matters.map(({ key, to, words, mark, tone }) => (
            <li key={key}>
              <Line to={to}>
                <span>{words}</span>
                <Tag tone={tone}>{mark}</Tag>
              </Line>
            </li>
          ))}
        </Lines>
      )}
    </Panel>
  )
}
