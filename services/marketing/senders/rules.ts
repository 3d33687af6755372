/**
 * The records that are asked for, in the order in which they are shown. `next_dkim` belongs to a key that is awaited.
 */
export const recordKinds = ['spf', 'dkim', 'next_dkim', 'dmarc'] as const
export type RecordKind = (typeof recordKinds)[number]

/** How a record stands. `silent`: the DNS did not answer, which says nothing of the record. */
export const recordStates = ['unchecked', 'right', 'missing', 'different', 'silent'] as const
export type RecordState = (typeof recordStates)[number]

/** Why a record is not right, where that can be said. */
export const recordProblems = [
  'several',
  'not_included',
  'lookups',
  'broken',
  'syntax',
  'other_key',
  'unreadable',
  'doubled'
] as const
export type RecordProblem = (typeof recordProblems)[number]

/** TLS from the first byte, as on port 465, or by STARTTLS, as on port 587. Without TLS no password is sent. */
export const tlsModes = ['tls', 'starttls'] as const
export type TlsMode = (typeof tlsModes)[number]

/** The bounds of the pace that a company may set. */
export const paceBounds = { perSecond: 100, perHour: 100_000, perDay: 1_000_000 } as const

/**
 * Where people's answers to a sender's mails go. `here`: through the installation, which passes them on. `own`: to the
 * company's address, as it chose. `unavailable`: there too, as the installation cannot take them.
 */
export const answerWays = ['here', 'own', 'unavailable'] as const
export type AnswerWay = (typeof answerWays)[number]

/** How a test ended. All but `accepted` and `kept` are failures. */
export const testOutcomes = [
  'accepted',
  'kept',
  'refused',
  'refused_sender',
  'temporary',
  'connection',
  'certificate',
  'password',
  'timeout',
  'no_tls',
  'address',
  'other'
] as const
export type TestOutcome = (typeof testOutcomes)[number]

/** Those of a message by WhatsApp. */
export const messageTestSentences: Partial<Record<TestOutcome, string>> = {
  accepted: 'A Meta aceitou a mensagem. Veja se chegou no telefone.',
  refused: 'A Meta recusou a mensagem. A resposta abaixo diz o motivo.',
  temporary: 'A Meta não pode aceitar a mensagem agora. Tente de novo em alguns minutos.',
  timeout: 'A Meta não respondeu a tempo. Veja no telefone se a mensagem chegou antes de tentar de novo.'
}

export const testSentences: Record<TestOutcome, string> = {
  accepted: 'O servidor aceitou o e-mail. Veja se chegou, e se não caiu no spam.',
  kept: 'Ainda não há servidor de e-mail: o teste está na caixa de saída de teste, como o leitor o veria.',
  refused: 'O servidor recusou o e-mail. A resposta abaixo diz o motivo.',
  refused_sender: 'O servidor não aceita este remetente. Use um endereço que a conta do servidor possa usar.',
  temporary:
    'O servidor não pode aceitar o e-mail agora. Tente de novo em alguns minutos. A resposta abaixo diz o motivo.',
  connection: 'Não conseguimos conectar ao servidor. Confira o endereço e a porta, e se o servidor está ligado.',
  certificate:
    'O certificado do servidor não é válido para este endereço. Confira o endereço com o seu provedor de e-mail.',
  password:
    'O servidor não aceitou o usuário ou a senha. Alguns provedores pedem uma senha de aplicativo, diferente da senha da conta.',
  timeout: 'O servidor demorou demais para responder. Confira o endereço, a porta e o tipo de segurança.',
  no_tls:
    'O servidor não oferece conexão segura nesta porta. Confira a porta e o tipo de segurança com o seu provedor.',
  address: 'Este endereço de servidor não pode ser usado. Use o servidor público do seu provedor de e-mail.',
  other: 'O envio não deu certo.'
}

/** The providers of Brazil and the largest of the world, which the browser names at once (`freeMail.ts` has all). */
const freeDomains = new Set(
  `aol.com bol.com.br gmail.com gmx.com gmx.net globo.com globomail.com googlemail.com hotmail.com hotmail.com.br icloud.com
  ig.com.br live.com live.com.br mac.com mail.com me.com msn.com oi.com.br outlook.com outlook.com.br pm.me pop.com.br
  proton.me protonmail.com r7.com terra.com.br tutanota.com uol.com.br yahoo.com yahoo.com.br yandex.com ymail.com zipmail.com.br
  zohomail.com`.split(/\s+/)
)

export const isCommonFreeMail = (domain: string): boolean => freeDomains.has(domain)

/** The longest name in DNS (253), less a selector before it. */
export const longestDomain = 200

/** Characters that are kept of each record that was found, and how many records. */
export const longestFound = 500
export const maxFound = 5

export const senderTexts = {
  freeMail: (domain: string) =>
    `Endereços de ${domain} não servem: só o dono do domínio pode autorizar o envio. Use um e-mail do domínio da sua empresa, como contato@suaempresa.com.br. Se ainda não tem um domínio, registre no registro.br.`,
  address: 'Digite um e-mail válido, como contato@suaempresa.com.br.',
  plainAddress: 'Use só letras sem acento, números, ponto, hífen ou sublinhado antes do @.',
  longDomain: 'O domínio é longo demais para receber os registros.',
  name: 'Digite o nome do remetente em uma linha, sem os sinais < e >.',
  host: 'Digite o endereço do servidor, como smtp.seuprovedor.com.br.',
  spf: 'Digite um domínio, como spf.seuprovedor.com.br.',
  password: 'Digite a senha outra vez: ela só vale para o servidor e o usuário com que foi salva.',
  user: 'Digite o usuário para usar a senha.',
  missing: 'Preencha o remetente antes.',
  noMail: 'Este servidor ainda não envia e-mails. Use o seu servidor, ou fale com quem administra a Prosa.',
  sealed: 'A chave ou a senha guardada não pode mais ser lida. Digite a senha outra vez e gere uma nova chave.',
  notOurs: 'O teste vai só para e-mails de pessoas da sua equipe.'
} as const
