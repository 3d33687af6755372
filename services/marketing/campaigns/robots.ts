import type { InboundMail } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'

/** Characters of a text that are read: programs say at once what they want. */
const longest = 1500

/** Programs that ask whether a person wrote, as TMDA, Boxbe, SpamArrest and services of Brazilian providers do. */
const challenges = [
  /\btmda\b|boxbe|spam ?arrest|antispam uol|challenge[- ]response|confirmação de remetente/i,
  /\b(confirm|verif|prove|comprov)\w{0,6} (that |que )?(you are|you['’]re|você é) [^.\n]{0,20}(human|real|person|pessoa|robô)/i,
  /\b(confirm|verif)\w{0,6} (that )?(your|sua|seu|the) (message|mail|e-?mail|address|mensagem|endereço|delivery)/i,
  /\byour (message|e-?mail) [^.\n]{0,30}(being held|been held|awaiting confirmation)/i
]

/** Absences whose program says so in words alone, in the first lines. */
const absence =
  /^[^\n]{0,60}(out of (the )?office|on (vacation|holiday|annual leave|maternity leave|parental leave)|(currently |i am |i['’]m )away (from|until|on)|estou (de|em) (férias|licença|viagem)|estarei (ausente|fora|de férias)|estou (ausente|fora do escritório)|fora do escritório|de férias (até|de|entre)|ausente do escritório)|(this is an|esta é uma|mensagem|resposta) (automated|automatic|automática)( (reply|response|message|resposta|mensagem|reply))?\b/im

/**
 * Whether a program wrote an answer that has no header which says so. Only what a person wrote on top is read: a quoted
 * mail is somebody else's.
 */
export function isRobot({ subject, text }: Pick<InboundMail, 'subject' | 'text'>): boolean {
  const said = cut(text, longest)
  return challenges.some(each => each.test(`${subject}\n${said}`)) || absence.test(said)
}
