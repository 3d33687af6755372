import { cut, productName } from '../../core/rules.ts'
import type { NewsKind } from './guestNews.ts'
import { type AppointmentChannel, channelLabels } from './rules.ts'

type Notice = {
  kind: NewsKind
  title: string
  start: string
  end: string
  /** The company's zone, in which times are said. */
  zone: string
  channel: AppointmentChannel
  location: string | null
  guest: string
  /** The name of who comes, as the booking says it. */
  coming: string | null
  company: string
  person: string | null
  /** Why the company refused or cancelled it, where it says so. */
  reason: string | null
  link: string
  /** The address of the company's page, where it takes bookings. */
  page: string | null
  /** The session of a package: `Sessão 4 de 10`. */
  session: string | null
  /** The further times of a series, with the link of each. */
  further: readonly { start: string; end: string; link: string }[]
  /** The notice for cancelling and moving, and the company's own words about it. */
  rules: string | null
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The first name of a guest, or nothing where it is none: anybody may type a name and somebody else's address, so no
 * address of a page may come into a mail this way.
 */
export const firstName = (name: string): string => /^[\p{L}\p{M}'’-]{1,40}(?=\s|$)/u.exec(name.trim())?.[0] ?? ''

/**
 * The name of who comes as a mail shows it: in one line, at most 60 characters, and nothing where it has parts of an
 * address.
 */
export function shownGuest(name: string | null): string | null {
  const line = oneLine(name ?? '')
  return line === '' || /[/@:\\]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(line) ? null : cut(line, 60)
}

const openings: Record<NewsKind, (title: string, company: string) => string> = {
  requested: (title, company) =>
    `${company} recebeu o seu pedido de agendamento: ${title}. O horário fica reservado para você até a resposta, que chega por e-mail.`,
  confirmed: (title, company) => `Seu agendamento com ${company} está confirmado: ${title}.`,
  changed: (title, company) => `Seu agendamento com ${company} mudou: ${title}. Vale o que está abaixo.`,
  reschedule: (title, company) =>
    `${company} não poderá atender no horário do seu agendamento: ${title}. Escolha outro horário; até lá, o seu continua reservado.`,
  refused: (title, company) => `${company} não pode atender o seu pedido de agendamento: ${title}.`,
  cancelled: (title, company) => `Seu agendamento com ${company} foi cancelado: ${title}.`,
  reminder: (title, company) => `Um lembrete do seu agendamento com ${company}: ${title}.`
}

const subjects: Record<NewsKind, string> = {
  requested: 'Pedido de agendamento recebido',
  confirmed: 'Agendamento confirmado',
  changed: 'Agendamento alterado',
  reschedule: 'Escolha outro horário',
  refused: 'Pedido de agendamento recusado',
  cancelled: 'Agendamento cancelado',
  reminder: 'Lembrete do seu agendamento'
}

/** `quarta-feira, 5 de junho de 2030, das 14:00 às 15:00 (Horário Padrão de Brasília, GMT-3)` */
export function whenText(start: string, end: string, zone: string): string {
  const said = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: zone, ...options }).format(new Date(at))
  const named = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: zone, timeZoneName })
      .formatToParts(new Date(start))
      .find(({ type }) => type === 'timeZoneName')?.value
  const time = (at: string) => said(at, { timeStyle: 'short' })
  const day = (at: string) => said(at, { dateStyle: 'full' })
  const sameDay = day(start) === day(end)
  const span = sameDay
    ? `${day(start)}, das ${time(start)} às ${time(end)}`
    : `de ${day(start)}, ${time(start)}, até ${day(end)}, ${time(end)}`
  const names = [...new Set([named('long'), named('shortOffset')])]
  return `${span} (${names.join(', ')})`
}

/** The times of a series, one a line; with the link of each where they can still be changed. */
const datesText = (times: Notice['further'], zone: string, over: boolean): string =>
  [
    'Quando:',
    ...times.map(({ start, end, link }) => `- ${whenText(start, end, zone)}${over ? '' : `\n  ${link}`}`)
  ].join('\n')

/** The mail about an appointment to its guest, as plain text. */
export function guestMail(notice: Notice): { subject: string; text: string } {
  const { kind, start, end, zone, channel, location, person, reason, link, further } = notice
  const [title, company] = [oneLine(notice.title), oneLine(notice.company)]
  const over = kind === 'refused' || kind === 'cancelled'
  const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  const facts = [
    further.length > 0
      ? datesText([{ start, end, link }, ...further], zone, over)
      : `Quando: ${whenText(start, end, zone)}`,
    `Como: ${channelLabels[channel]}`,
    location && `Onde: ${oneLine(location)}`,
    notice.session,
    notice.coming && `Quem vem: ${notice.coming}`,
    person && `Com quem: ${oneLine(person)}`,
    (over || kind === 'reschedule') && reason && `Motivo: ${oneLine(reason)}`
  ]
  const action = over
    ? notice.page
      ? `Para marcar outro horário:\n${notice.page}`
      : `Para marcar outro horário, fale com ${company}.`
    : further.length > 0
      ? 'Para mudar ou cancelar uma das datas, sem precisar de senha, use o link ao lado dela.'
      : `Para ${kind === 'requested' || kind === 'reschedule' ? '' : 'confirmar, '}mudar o horário ou cancelar, sem precisar de senha:\n${link}`
  const first = day.format(new Date(start)).replace(', ', ' às ')
  const note = `Esta mensagem foi enviada por ${company} com a ${productName} porque um agendamento foi feito com este e-mail. Se não foi você, cancele pelo link ou ignore a mensagem.`
  return {
    subject: cut(
      `${subjects[kind]}: ${title}, ${further.length > 0 ? `${further.length + 1} datas a partir de ${first}` : first}`,
      200
    ),
    text: `${[
      notice.guest ? `Olá, ${notice.guest}.` : 'Olá.',
      openings[kind](title, company),
      facts.filter(Boolean).join('\n'),
      action,
      over ? null : notice.rules,
      over ? note.replace('cancele pelo link ou ', '') : note
    ]
      .filter(part => part !== null)
      .join('\n\n')}\n`
  }
}
