import { laterChoices } from '../leads/later.ts'

/** yyyy-MM-ddTHH:mm of a moment as the device shows it, for inputs of date and time. */
function localInput(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The next working morning, which a new task is for unless another time is chosen. */
export const nextMorning = (): string =>
  localInput(laterChoices(new Date()).find(({ label }) => label.startsWith('Amanhã'))?.at ?? new Date())
