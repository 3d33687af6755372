import type { ColumnType, JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { BusinessHours } from '../../messaging/channels/rules.ts'
import type { BusyWarning } from './busyTimes.ts'
import type {
  AppointmentChannel,
  AppointmentOrigin,
  AppointmentStatus,
  ReminderTemplate,
  ReminderWay
} from './rules.ts'
import type { BookingAnswer, ClassSession, FeedDetail, Question } from './schema.ts'
import type { Opening } from './slots.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    appointments: {
      id: Filled<string>
      company_id: string
      lead_id: string | null
      service_id: string | null
      employee_id: string
      title: string
      starts_at: Timestamp
      ends_at: Timestamp
      time_zone: string
      status: AppointmentStatus
      status_before: AppointmentStatus | null
      origin: AppointmentOrigin
      channel: AppointmentChannel
      location: string | null
      notes: string | null
      /** The person who comes, where the booking named them; else it is the lead. */
      guest_name: string | null
      guest_email: string | null
      guest_phone: string | null
      /** The visitor's own words at this booking. */
      message: string | null
      answers: ColumnType<BookingAnswer[], string | undefined, string>
      /** Start and end with the service's buffers. */
      during: string
      session: string
      seat: Filled<number>
      version: Filled<number>
      /** The number of the invitation, which rises with the time and the state (guests.sql). */
      sequence: Filled<number>
      reason: string | null
      guest_confirmed_at: string | null
      /** When the guest was asked to choose another time, as this one was taken away. */
      reschedule_asked_at: OptionalTimestamp
      cancelled_by_guest: Filled<boolean>
      /** The address, not the guest's, from which the invitation of this number was refused last. */
      refused_by: Filled<string | null>
      refused_sequence: Filled<number | null>
      /** Another time that an answer to the invitation of this number proposes. */
      proposed_start: OptionalTimestamp
      proposed_end: OptionalTimestamp
      proposed_by: Filled<string | null>
      proposed_sequence: Filled<number | null>
      /** The series that it belongs to, and its time by the rule. */
      series_id: Filled<string | null>
      series_at: OptionalTimestamp
      /** The package of which it uses a session. */
      package_id: Filled<string | null>
      request_key: string | null
      request_hash: string | null
      created_by: string | null
      created_at: Filled<string>
      updated_at: Filled<string>
    }
    appointment_services: {
      id: Filled<string>
      company_id: string
      name: string
      description: string | null
      minutes: number
      step_minutes: number | null
      price_cents: number | null
      buffer_before: number
      buffer_after: number
      capacity: number
      notice_minutes: number
      window_days: number
      daily_cap: number | null
      channel: AppointmentChannel
      location: string | null
      active: Filled<boolean>
      position: Filled<number>
      chooses_person: Filled<boolean>
      cancel_notice_minutes: Filled<number>
      move_notice_minutes: Filled<number>
      policy: string | null
      questions: ColumnType<Question[], string | undefined, string>
      sessions: ColumnType<ClassSession[], string | undefined, string>
      created_at: Filled<string>
    }
    appointment_series: { company_id: string; id: Filled<string>; rule: string; created_at: Filled<string> }
    appointment_packages: {
      company_id: string
      id: Filled<string>
      lead_id: string
      service_id: string
      sessions: number
      expires_at: string | null
      price_cents: number | null
      created_at: Filled<string>
    }
    service_people: { company_id: string; service_id: string; employee_id: string }
    calendar_settings: {
      company_id: string
      hours: JSONColumnType<BusinessHours>
      national_holidays: Filled<boolean>
      reminders: Filled<number[]>
      no_show_uses_session: Filled<boolean>
      reminder_template: ColumnType<ReminderTemplate | null, string | null | undefined, string | null>
      updated_at: Filled<string>
    }
    person_hours: { company_id: string; employee_id: string; hours: JSONColumnType<BusinessHours> }
    special_days: {
      id: Filled<string>
      company_id: string
      employee_id: string | null
      first_day: string
      last_day: string
      name: string
      hours: ColumnType<Opening[], string, string>
    }
    blocked_times: {
      id: Filled<string>
      company_id: string
      employee_id: string
      starts_at: string
      ends_at: string
      reason: string | null
    }
    appointment_guests: {
      company_id: string
      appointment_id: string
      lead_id: string
      due_at: OptionalTimestamp
      changes: Filled<number>
      /** The state that the guest knows, as `guestNews` names it. */
      told: Filled<string | null> // english: a column
      told_at: OptionalTimestamp
      /** An invitation was sent, or may have been. */
      invited: Filled<boolean>
      reminded_for: OptionalTimestamp
      reminded_minutes: Filled<number | null>
      reminded_by: Filled<ReminderWay | null>
      reminder_note: Filled<string | null>
      /** The start of which a reminder by a channel failed. */
      message_failed_for: OptionalTimestamp
      mail_id: Filled<string | null>
      mail_says: Filled<string | null>
      tries: Filled<number>
      claimed_until: OptionalTimestamp
    }
    calendar_feeds: {
      company_id: string
      employee_id: string
      token_hash: Buffer
      /** Null: everything that the person sees. */
      detail: Filled<FeedDetail | null>
      created_at: Filled<string>
      read_at: OptionalTimestamp
    }
    external_calendars: {
      id: Filled<string>
      company_id: string
      employee_id: string
      name: string
      /** The account that it belongs to (CalDAV); null: it was subscribed by its address. */
      account_id: Filled<string | null>
      /** Sealed. */
      address: string
      etag: Filled<string | null>
      last_modified: Filled<string | null>
      checked_at: OptionalTimestamp
      /** When its times were taken from it: they are from then until a year later. */
      read_at: OptionalTimestamp
      good_at: OptionalTimestamp
      error: Filled<string | null>
      failures: Filled<number>
      /** Entries that could not be read, as older processes count them. */
      skipped: Filled<number>
      warnings: ColumnType<BusyWarning[], string | undefined, string>
      due_at: Timestamp
      created_at: Filled<string>
    }
    external_times: {
      id: Filled<string>
      company_id: string
      calendar_id: string
      employee_id: string
      starts_at: string
      ends_at: string
    }
  }
}
