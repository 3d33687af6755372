import type { Db } from '../../core/db.ts'
import type { Viewer } from './viewer.ts'
import { fold } from './when.ts'

type Named = { id: string; name: string }

/** The one person of the team that a text names, or why there is none. */
export async function meantPerson(db: Db, viewer: Viewer, written: string): Promise<Named | string> {
  const team = await db.company(viewer.companyId, trx =>
    trx.selectFrom('employees').select(['id', 'name']).where('active', '=', true).orderBy('name').limit(200).execute()
  )
  const me = /^(eu|mim|comigo|para mim)$/.test(fold(written))
  const mine = me ? team.find(({ id }) => id === viewer.employeeId) : undefined
  return (
    mine ??
    oneOf(team, written, {
      several: 'Há mais de uma pessoa com este nome na equipe',
      none: `Não há “${written}” na equipe. As pessoas são`
    })
  )
}

/** The one service that a text names, or why there is none. */
export async function meantService(db: Db, viewer: Viewer, written: string): Promise<Named | string> {
  const services = await db.company(viewer.companyId, trx =>
    trx
      .selectFrom('appointment_services')
      .select(['id', 'name'])
      .where('active', '=', true)
      .orderBy('name')
      .limit(200)
      .execute()
  )
  if (services.length === 0) return 'A empresa não tem serviços cadastrados. Diga quantos minutos dura.'
  return oneOf(services, written, {
    several: 'Há mais de um serviço com este nome',
    none: `Não há o serviço “${written}”. Os serviços são`
  })
}

function oneOf(all: readonly Named[], written: string, says: { several: string; none: string }): Named | string {
  const wanted = fold(written)
  const exact = all.filter(({ name }) => fold(name) === wanted)
  const found = exact.length > 0 ? exact : all.filter(({ name }) => fold(name).includes(wanted))
  const [one, ...others] = found
  if (one && others.length === 0) return one
  const names = (one ? found : all).slice(0, 20).map(({ name }) => name)
  return one ? `${says.several}: ${names.join(', ')}. Diga qual.` : `${says.none}: ${names.join(', ')}.`
}
