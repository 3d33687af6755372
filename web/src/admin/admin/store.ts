import { localStorageStore } from 'react-admin'
import { user } from '../../core/session.ts'

export const store = localStorageStore('1', 'admin')

/** Another person's filters may hold names; the colours belong to the device. */
export function forgetOtherPersonsViews(): void {
  const person = user()?.id
  if (store.getItem('person') === person) return
  const theme = store.getItem('theme')
  store.reset()
  store.setItem('theme', theme)
  store.setItem('person', person)
}
