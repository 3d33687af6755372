import { company, sendLead, type Tenant } from './app.ts'
import { openSite, views, visitAs } from './site.ts'
import { changePlan } from './team.ts'

/** The built product, with what the tests of a lead's page all need. */
export async function openLeadSite() {
  const site = await openSite()
  const { app } = site
  return {
    ...site,

    /** A company with room for colleagues, and a lead that came by its form. */
    async withLead(lead: Record<string, unknown> = {}) {
      const ours = await company(app, 'Padaria Central')
      await changePlan(app, ours.id, 'pro')
      const { id } = (await sendLead(app, ours.id, { cidade: 'Recife', ...lead })).json()
      return { ours, id: id as string, url: `/leads/${id}` }
    },

    /** Asks the API as one of them, past the browser. */
    api: async (who: Pick<Tenant, 'auth'>, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
      (await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })).json(),

    /** A browser of their own in which they are signed in, once the page has its heading. */
    async open(who: Tenant, url: string, view = views['desktop light']) {
      const visitor = await visitAs(site, who, view)
      await visitor.page.goto(url)
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
      return visitor
    }
  }
}
