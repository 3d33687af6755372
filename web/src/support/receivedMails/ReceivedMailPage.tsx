import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { fileSize } from '../../core/format.ts'
import { inboundLabels, inboundTones, kindLabels, outcomeText, proofLabels } from '../../platform/inboundMail/labels.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Moment } from '../../shell/Moment.tsx'
import { FoldedPanel } from '../../ui/FoldedPanel.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Fact, FactList } from '../tickets/Fact.tsx'
import { type OpenedMail, useDismiss, useMailSave, useReceivedMail, useSenderBlock, useTicketOfMail } from './api.ts'

/** One mail as it came: its text, files and headers, and what to make of it. */
export default function ReceivedMailPage() {
  const { id = '' } = useParams()
  const reading = useReceivedMail(id)
  return (
    <Loaded of={reading} what="o e-mail" page>
      {mail => <Shown key={id} mail={mail} />}
    </Loaded>
  )
}

const Text = styled('div')(({ theme }) => ({
  padding: 16,
  borderRadius: 8,
  backgroundColor: theme.tokens.sunken,
  fontSize: '0.9375rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '&[data-raw]': { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem' }
}))

const FileList = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  margin: '12px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { minWidth: 0, maxWidth: '100%' },
  '& button': { maxWidth: '100%', textAlign: 'left' },
  '& b': { minWidth: 0, overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { flexShrink: 0, marginLeft: 8 }
})

const addressText = ({ name, address }: { name: string; address: string }) => (name ? `${name} <${address}>` : address)

function Shown({ mail }: { mail: OpenedMail }) {
  const { id, from, subject, state, open, kept, ticketId, senderBlocked } = mail
  const navigate = useNavigate()
  const toTicket = useTicketOfMail(id, made => navigate(`/admin/tickets/${made}`))
  const dismiss = useDismiss(id)
  const save = useMailSave(id)
  const block = useSenderBlock(id)
  const busy = toTicket.isPending || dismiss.isPending
  return (
    <>
      <Breadcrumb to="/admin/mails-in" list="E-mails recebidos" current={subject || '(sem assunto)'} />
      <PageHead
        title={subject || '(sem assunto)'}
        aside={<Tag tone={open ? 'warning' : inboundTones[state]}>{inboundLabels[state]}</Tag>}
        actions={
          <>
            {from && (
              <Button disabled={block.isPending} onClick={() => block.mutate(!senderBlocked)}>
                {senderBlocked ? 'Desbloquear remetente' : 'Bloquear remetente'}
              </Button>
            )}
            {kept && (
              <Button
                startIcon={<DownloadIcon />}
                disabled={save.isPending}
                onClick={() => save.mutate({ n: null, name: `${id}.eml` })}
              >
                Baixar original
              </Button>
            )}
          </>
        }
        primary={
          ticketId ? (
            <Button component={Link} to={`/admin/tickets/${ticketId}`} variant="contained">
              Abrir o chamado
            </Button>
          ) : (
            kept && (
              <Button variant="contained" disabled={busy} onClick={() => toTicket.mutate()}>
                Virar chamado
              </Button>
            )
          )
        }
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {senderBlocked && (
          <Alert severity="info">O remetente está bloqueado: o que ele escreve fica aqui e não abre chamados.</Alert>
        )}
        {open && (
          <Alert
            severity="info"
            action={
              <Button color="inherit" size="small" disabled={busy} onClick={() => dismiss.mutate()}>
                Nada a fazer
              </Button>
            }
          >
            Nenhuma parte do sistema recebeu este e-mail. Ele espera até que alguém decida.
          </Alert>
        )}
        <Facts mail={mail} />
        <Contents mail={mail} onSave={file => save.isPending || save.mutate(file)} />
        {mail.headers.length > 0 && (
          <FoldedPanel title="Cabeçalhos" name="mail-headers">
            <Box component="dl" sx={{ m: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
              {mail.headers.map(({ name, value }, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headers repeat, and never move
                <Box key={n} sx={{ mb: 0.75 }}>
                  <Box component="dt" sx={{ fontWeight: 600 }}>
                    {name}
                  </Box>
                  <Box component="dd" sx={{ m: 0, color: 'text.secondary' }} dir="auto">
                    {value}
                  </Box>
                </Box>
              ))}
            </Box>
          </FoldedPanel>
        )}
      </Box>
    </>
  )
}

function Facts({ mail }: { mail: OpenedMail }) {
  const { from, to, cc, replyTo, receivedAt, size, kind, senderProof } = mail
  const list = (some: OpenedMail['to']) => some.map(addressText).join(', ')
  const outcome = outcomeText(mail)
  return (
    <Panel title="Sobre o e-mail">
      <FactList>
        <Fact label="De">
          {from ? addressText(from) : 'Remetente apagado ou ilegível'}
          {senderProof && senderProof !== 'confirmed' && (
            <Box component="span" sx={{ ml: 1 }}>
              <Tag tone={senderProof === 'failed' ? 'error' : 'warning'}>{proofLabels[senderProof]}</Tag>
            </Box>
          )}
        </Fact>
        {to.length > 0 && <Fact label="Para">{list(to)}</Fact>}
        {cc.length > 0 && <Fact label="Com cópia">{list(cc)}</Fact>}
        {replyTo.length > 0 && <Fact label="Responder para">{list(replyTo)}</Fact>}
        <Fact label="Chegou">
          <Moment at={receivedAt} /> · {fileSize(size)}
        </Fact>
        {kind && <Fact label="Tipo">{kindLabels[kind]}</Fact>}
        {outcome !== '–' && <Fact label="O que virou">{outcome}</Fact>}
      </FactList>
    </Panel>
  )
}

type ContentsProps = { mail: OpenedMail; onSave: (file: { n: number; name: string }) => void }

function Contents({ mail, onSave }: ContentsProps) {
  const { kept, readable, shortened, text, files, filesLeft, state } = mail
  if (!kept)
    return (
      <Alert severity="info">
        {state === 'too_large'
          ? 'O e-mail era grande demais e ficou na caixa de entrada. Abra-o lá.'
          : 'O texto deste e-mail não está mais guardado.'}
      </Alert>
    )
  return (
    <Panel title="Texto">
      {!readable && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          Este e-mail não pôde ser lido. Abaixo está o começo dele como chegou.
        </Alert>
      )}
      <Text dir="auto" data-raw={readable ? undefined : ''}>
        {text || '(e-mail sem texto)'}
      </Text>
      {shortened && (
        <Box component="p" sx={{ mb: 0, color: 'text.secondary' }}>
          O e-mail é maior do que o que está aqui. Baixe o original para ver tudo.
        </Box>
      )}
      {files.length > 0 && (
        <FileList aria-label="Arquivos">
          {files.map(({ n, name, size }) => (
            <li key={n}>
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                startIcon={<FileIcon />}
                title={`Baixar ${name}`}
                onClick={() => onSave({ n, name })}
              >
                <b>{name}</b>
                <small>{fileSize(size)}</small>
              </Button>
            </li>
          ))}
        </FileList>
      )}
      {filesLeft > 0 && <p>Mais arquivos no original: {filesLeft}</p>}
    </Panel>
  )
}
