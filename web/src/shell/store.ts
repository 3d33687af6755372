import { localStorageStore } from 'react-admin'
import { forgetKeptOfOthers } from '../core/kept.ts'
import { user } from '../core/session.ts'

export const store = localStorageStore('1', 'client')

/**
 * Forgets filters, sorting and the like when another person signs in on this device, or the same one goes on in another
 * company, since a search may hold a customer's name. The colours of the screen stay: they belong to the device.
 */
export function forgetOtherPersonsViews(): void {
  const owner = user()
  const person = owner && `${owner.id} ${owner.companyId}`
  if (store.getItem('person') === person) return
  const theme = store.getItem('theme')
  store.reset()
  forgetKeptOfOthers()
  store.setItem('theme', theme)
  store.setItem('person', person)
}
