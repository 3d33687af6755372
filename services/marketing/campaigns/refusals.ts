import { cut } from '../../core/rules.ts'
import type { RecipientReason, softReasons } from './rules.ts'

/** A server's refusal. `status`: its code by RFC 3463, empty for none. */
export type Refusal = { code: number; status: string; answer: string | null }

/** The subject of a refusal. Only `mailbox` says that an address, or its domain, does not exist. */
export type Cause = 'sender' | 'network' | 'mailbox' | 'full' | 'inactive' | 'greylisted' | 'large' | 'late'

/**
 * Phrases of mail servers and providers, in lower case and without addresses; the first that fits decides. Words weigh
 * more than codes, which many servers choose badly: `550 5.1.1` also stands before blocklists and limits. Reasons about
 * the sender come first, as a customer must not be lost for them. Sources: RFC 5321 and 3463, the postmaster pages of
 * the large providers, and the reasons of github.com/sisimai, whose corpus `bench/bounces.ts` judges.
 */
const phrases: readonly (readonly [Cause, RegExp])[] = [
  // Exchange Online says so of a recipient that is not in its directory, in words that look like a policy.
  ['mailbox', /5\.4\.1\b.{0,200}recipient address rejected: access denied/],
  // Outlook.com says so of an unknown mailbox, with no code of its own.
  ['mailbox', /\b550 requested action not taken: mailbox unavailable/],

  // Blocklists.
  [
    'sender',
    /spamhaus|spamcop|barracudacentral|abuseat|dnsbl|\brbls?\b|(black|block|deny)[- ]?list|(?<!not )\blisted (in|at|on|by)\b/
  ],
  [
    'sender',
    /\bblocked( using| by|:| - see)|\bblocked ip\b|\b(ip|ips|network)\b.{0,60}\b(block|bann|bloqu|reject|refus|denied|denie)/
  ],
  [
    'sender',
    /client host|bad (sender )?ip|banned sending|invalid ip\b|not allowed|dynamic ip|open proxy|service refused|unfortunately, messages from/
  ],
  // The sender's identity: SPF, DKIM, DMARC, reverse names, a login, encryption.
  [
    'sender',
    /\bspf\b|sender policy framework|\bdkim\b|\bdmarc\b|\bbatv\b|unauthenticated|not authenticated|authenticat\w{1,4} (is )?(required|failed|failure|credentials|invalid)/
  ],
  [
    'sender',
    /requires? authentication|not authori[sz]ed|notauthorized|(must|require|issue)\w{0,2} .{0,20}starttls|starttls (is |command )?(required|first|failed)|\btls (is )?required|verification failure|allowed to (send|connect|post)|permission to post/
  ],
  [
    'sender',
    /\bptr\b|\brdns\b|reverse (dns|lookup)|ip name lookup|your hostname|mismatches client|relay host name|nameserver query|\bhelo (command |name |host )?(rejected|refused|invalid)|fcrdns/
  ],
  // The address that the mail came from.
  [
    'sender',
    /(?<!to )\bsender\b|\bmail from\b|\bfrom: ?(domain|header)|emetteur|remetente|return path|e2110|(?<!5\.4\.4 )invalid domain\b|address is not verified|members-only|non-member/
  ],
  ['sender', /(?<![\w.-])relay(ing|ed)?(?![\w.-])|rcpthosts|not a gateway|local host\b.{0,20}\brelay/],
  // The content of the mail, and rules.
  [
    'sender',
    /spam|unsolicited|\bbulk\b|mass mail|\bvirus|malware|phish|reputation|\babus(e|ive)\b|complaints|suspicious|uribl|banned content/
  ],
  [
    'sender',
    /\bpolic(y|ies)\b|polític|prohibit|protocol violation|not rfc|rfcmessagenoncompliant|rfc 5322|security (reasons|polic)|content (reject|denied|filter)|message filtered/
  ],
  [
    'sender',
    /rejecting (mail|banned)|(low|given) priority|duplicate header|header (error|size)|headers? (are )?not accepted|mail rejete|mail rejected|attachment|rule imposed/
  ],
  [
    'sender',
    /preferences|user rules|only accept(s|ing) mail|refuse[sd]? to (receive|accept)|refuse[sd]? (to receive )?this mail|restricted|delivery not authori/
  ],
  // Pace and limits of the sender.
  [
    'sender',
    /too many (concurrent|connections|recipients|errors|smtp|spam|e?-?mails)|too many messages (have|from|sent)|rate.?limit|\brate limit|throttl|frequency limited|at a rate/
  ],
  [
    'sender',
    /too (quickly|fast)\b|unusual rate|again slower|connection (rate|limit)|maximum connection|per hour|temporarily deferred|unexpected volume|trop de connexions/
  ],

  // Names and ways that fail now, and may work tomorrow.
  [
    'network',
    /procmail: |name server reply|lookup failure|lookup failed|host not found, try|try again\b.{0,20}\bdns|temporary (dns|lookup)|no route to host|unreachable|too many hops|\bloop(s|ing)?\b|hop count/
  ],

  // Nobody has this address.
  [
    'mailbox',
    /no such (user|mailbox|recipient|person|address|account|e-?mail)|no (mail ?box|account)( found| here| by that name| available)|no one at this/
  ],
  [
    'mailbox',
    /\b(unknown|invalid|non-?existent|not a (known|valid|local)|no valid|bad) ((or unknown|local|virtual|e-?mail|destination|recipient) ){0,2}(user|mail ?box|recipient|account|local ?part|utilisateur|address(?! error)|rcpt|final delivery userid)/
  ],
  [
    'mailbox',
    /\b(user|mail ?box|recipient|account|address(es)?|rcpt|e-?mail|person|spectator)( name| you entered| that you tried to reach)?\b[^.;\n]{0,80}\b(unknown|not ?found|not known|invalid|couldn['’]?t be found|could not be found|not present|(does|do|did)( not|n['’]?t) exist|not exist|notfound)/
  ],
  [
    'mailbox',
    /\b(userunknown|recipnotfound|badrcptto|badrecipientto|invalid-recipient)\b|not (listed )?in\b.{0,60}\b(directory|name ?& ?address|address book)|is not a (known|valid) user|not a valid (recipient|mail ?box)/
  ],
  [
    'mailbox',
    /this user doesn['’]?t have an? \S{1,255} account|<> not found|user not exist|recipient not ok|is not local|missing home directory|no longer valid|envelope recipient has been denied/
  ],
  [
    'mailbox',
    /(endereço|usuário|destinatário|caixa postal|conta)\b.{0,60}(não existe|não (foi )?encontrad|inexistente|desconhecid|inválid)|(usuário|destinatário|endereço) (inexistente|desconhecido|inválido)/
  ],
  [
    'mailbox',
    /endereço não encontrado|no existe|utilisateur inconnu|adresse destinataire invalide|nessun utente|has been replaced by|has moved\b|unknown or illegal alias/
  ],
  // Nor has its domain (RFC 7505 for those that take no mail).
  [
    'mailbox',
    /host or domain name not found|no such (domain|host)|no smtp service|domain (name )?(does not exist|is not reachable|must exist|not found|unknown)|unrouta?e?able (mail )?(address|domain)|unknown (mail )?(host|domain)|host unknown|host not found/
  ],
  [
    'mailbox',
    /null ?mx|(host|domain) does not accept mail|no mx record|name or service not known|nxdomain|couldn['’]t find any host named|mail receiving disabled/
  ],

  // The mail is too large, whatever its mailbox holds.
  [
    'large',
    /\b(message|mail|e-?mail)\b[^.;\n]{0,40}\btoo (big|large)\b|\bmessage\b[^.;\n]{0,30}\b(size|length)\b|max(imum)? (message|mail) size|(line|(?<!mailbox )size) limit|taille limite|tamanho/
  ],

  [
    'full',
    /over ?quota|over the (allowed )?quota|over disk quota|quota ?(exceeded|violation|usage|full)|(exceed\w{0,3}|reached) (\S{1,15} ){0,4}(quota|storage|space|allocation)/
  ],
  [
    'full',
    /\b(mail ?box|inbox|mail ?folder|mailfile|account|caixa)\b[^.;\n]{0,60}\b(full|cheia|lotada|exceed)|full mailbox|(?<!insufficient )(disk|disc) ?(space|quota)|no space left|enough (disk |storage )?space/
  ],
  [
    'full',
    /mailbox exceeded|space has been used up|too much mail data|too many messages (on|in)|mail size limit|boite du destinataire pleine|exceeding receiving limits|storage space|mail box .{0,10}full/
  ],

  [
    'inactive',
    /\b(account|mail ?box|user|recipient)\b[^;\n]{0,60}\b(disabled|discontinued|suspended|deactivated|inactive|locked|frozen|blocked|terminated|not active|archived)/
  ],
  [
    'inactive',
    /\b(address|e-?mail|conta)\b[^;\n]{0,60}\b(disabled|suspended|deactivated|inactive|terminated|not active|inativ[ao]|desativad[ao]|suspens[ao])/
  ],
  [
    'inactive',
    /\b(disabled|inactive|suspended|blocked|deactivated|archived) (account|mail ?box|user|recipient|address)|inactivity|no longer accepts|destinataire (archivee|est bloque)|suspend the service|is not accepting any/
  ],

  ['greylisted', /gr[ae]y[- ]?list/],
  [
    'late',
    /\bexpired\b|time(d|s)? ?out|too long|going to try again|giving up|retry time|could not be delivered for|no answer from host|not been collected|after multiple retries|connection (refused|dropped|reset|lost)/
  ],

  // Last, as it also stands before what a recipient says.
  ['sender', /access denied|go away|denied|administrative|not accept(ed|ing)|mail refused/]
]

/** The meaning of a code by RFC 3463 where the words say nothing. */
const codes: readonly (readonly [Cause, RegExp])[] = [
  ['mailbox', /^5\.(1\.(1|2|3|6|10)|4\.4)$/],
  ['full', /^[45]\.2\.2$/],
  ['inactive', /^([45]\.2\.1|5\.7\.13)$/],
  ['large', /^[45]\.(2\.3|3\.4)$/],
  ['late', /^[45]\.4\.7$/],
  ['sender', /^[45]\.[67]\.\d+$/]
]

/** Characters of an answer that are read. */
const longest = 2000

/** An answer as the phrases expect it: other people's words before it, and addresses, are no reasons. */
const phraseOf = (answer: string): string =>
  cut(answer, longest)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[^\s<>"'(),:;=[\]]{1,64}@[^\s<>"'(),:;=[\]]{1,255}/g, '')
    .replace(/^.{0,300}\bsaid: /, '')
    .replace(/\(in reply to [a-z ]{1,30}\)/g, '')
    .replace(/\d{3}-(\d\.\d{1,3}\.\d{1,3} )?/g, '')

/** The code within an answer that repeats another server's, as `5.1.0 - Unknown address error 550-'5.2.2 …'`. */
const inner = /\d{3}[ -]'?([45]\.\d{1,3}\.\d{1,3})\b/

/** The subject of a refusal; undefined where neither its words nor its code say it. */
export function causeOf({ code, status, answer }: Refusal): Cause | undefined {
  if (/^[45]\.1\.[78]$/.test(status)) return 'sender'
  const said = phraseOf(answer ?? '')
  const worded = phrases.find(([, words]) => words.test(said))?.[0]
  if (worded !== undefined) return worded
  const vague = /^[45]\.[01]\.0$/.test(status) || status === ''
  const exact = vague ? (inner.exec(answer ?? '')?.[1] ?? status) : status
  const coded = codes.find(([, pattern]) => pattern.test(exact))?.[0]
  if (coded !== undefined) return coded
  return code === 552 && /^(|5\.[02]\.0)$/.test(exact) ? 'full' : undefined
}

/**
 * The state of an existing mailbox by a refusal: full, or switched off. Null where the refusal is about something else:
 * the mail, the sender, limits, greylisting, and servers that are not reached say nothing of one person's mailbox.
 */
export function mailboxFault(refused: Refusal): (typeof softReasons)[number] | null {
  const cause = causeOf(refused)
  return cause === 'full' || cause === 'inactive' ? cause : null
}

/**
 * Why a server refused a mail for good. `recipient`: it refused the recipient, before it saw the mail. Filters feign an
 * unknown recipient after that, so the words alone do not prove it then.
 */
export function refusalOf(refused: Refusal & { recipient: boolean }): RecipientReason {
  const { code, status, recipient } = refused
  const temporary = status.startsWith('4.') || (status === '' && code >= 400 && code < 500)
  const cause = causeOf(refused)
  switch (cause) {
    case 'mailbox':
      if (temporary) return 'too_late'
      return recipient || /^5\.1\./.test(status) ? 'mailbox' : 'refused'
    case 'sender':
      return 'policy'
    case 'full':
    case 'inactive':
      return cause
    case 'late':
    case 'greylisted':
      return 'too_late'
    case 'network':
    case 'large':
      return temporary ? 'too_late' : 'refused'
    default:
      return temporary ? 'too_late' : 'refused'
  }
}
