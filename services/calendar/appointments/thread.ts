import { parentPort, workerData } from 'node:worker_threads'
import type { CalendarMessage } from './busyReading.ts'
import { type BusyWindow, NoCalendarError, readBusyTimes } from './busyTimes.ts'

// The thread that reads somebody's calendar: `busyReading.ts` starts it, and ends it if it takes too long.

const { text, window } = workerData as { text: string; window: BusyWindow }

const say = (message: CalendarMessage) => parentPort?.postMessage(message)

say({ started: true })
try {
  say({ read: readBusyTimes(text, window) })
} catch (error) {
  if (!(error instanceof NoCalendarError)) throw error
  say({ noCalendar: true })
}
