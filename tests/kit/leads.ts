import { company, sendLead, type Tenant } from './app.ts'
import { openSite, views, visitAs } from './site.ts'
import { changePlan } from './team.ts'

/** The built product, with the helpers for tests of a lead's page. */
export async function openLeadSite() {
  const site = await openSite()
  const { app } = site
  return {
    ...site,

    /** A company with seats for colleagues, and a lead from its form. */
    async withLead(lead: Record<string, unknown> = {}) {
      const ours = await company(app, 'Padaria Central')
      await changePlan(app, ours.id, 'pro')
      const { id } = (await sendLead(app, ours.id, { cidade: 'Recife', ...lead })).json()
      return { ours, id: id as string, url: `/leads/${id}` }
    },

    /** Calls the API as one of them, without the browser. */
    api: async (who: Pick<Tenant, 'auth'>, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
      (await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })).json(),

    /** Opens a page in a browser of their own, signed in, and waits for its heading. */
    async open(who: Tenant, url: string, view = views['desktop light']) {
      const visitor = await visitAs(site, who, view)
      await visitor.page.goto(url)
      // Not found by its role: a dialog that an address opens at once hides the page behind it from roles.
      await visitor.page.locator('h1').first().waitFor()
      return visitor
    }
  }
}
