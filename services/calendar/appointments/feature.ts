import type { Feature } from '../../core/features.ts'
import { events } from './events.ts'
import { guestsDue } from './jobs.ts'
import { waits } from './waits.ts'

export const appointments: Feature = {
  name: 'appointments',
  routes: [
    () => import('./routes.ts'),
    () => import('./seriesRoutes.ts'),
    () => import('./settingsRoutes.ts'),
    () => import('./feedRoutes.ts'),
    () => import('./externalRoutes.ts'),
    () => import('./figureRoutes.ts')
  ],
  pages: ['/calendar'],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [guestsDue],
  permissions: ['manage_calendar'],
  events,
  places: [
    { table: 'appointment_packages', columns: ['lead_id'], label: 'pacotes de sessões' },
    { table: 'appointment_guests', columns: ['lead_id'], label: 'avisos a convidados' },
    {
      table: 'appointments',
      columns: ['lead_id'],
      label: 'agendamentos',
      empty: () => import('./erase.ts').then(({ deleteAppointments }) => deleteAppointments)
    }
  ],
  tables: {
    appointment_services: 'serviços que se agendam',
    appointment_series: 'agendamentos que se repetem',
    blocked_times: 'horários bloqueados',
    calendar_feeds: 'endereços de agendas',
    external_calendars: 'agendas externas',
    external_times: 'horários de agendas externas',
    calendar_settings: 'configuração da agenda',
    person_hours: 'horários de pessoas da equipe',
    service_people: 'quem atende cada serviço',
    special_days: 'feriados e folgas'
  },
  fieldNames: {
    start: 'Início',
    end: 'Fim',
    timezone: 'Fuso horário',
    channel: 'Canal',
    location: 'Local ou link',
    notes: 'Observação',
    guest: 'Quem vem',
    questions: 'Perguntas',
    rule: 'Repetição',
    onConflict: 'Horários ocupados',
    scope: 'Quais da série',
    sessions: 'Sessões',
    expiresAt: 'Validade',
    priceCents: 'Preço',
    noShowUsesSession: 'Falta usa a sessão',
    outsidePackage: 'Fora do pacote',
    minutes: 'Duração',
    capacity: 'Vagas',
    dailyCap: 'Limite por dia',
    noticeMinutes: 'Antecedência',
    windowDays: 'Até quando se agenda',
    bufferBefore: 'Intervalo antes',
    bufferAfter: 'Intervalo depois',
    firstDay: 'Primeiro dia',
    lastDay: 'Último dia',
    reminders: 'Lembretes',
    url: 'Endereço',
    text: 'Arquivo'
  }
}
