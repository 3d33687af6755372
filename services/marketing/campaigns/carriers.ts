import type { Carrier } from './carrier.ts'
import { email } from './email.ts'
import type { CarrierKind } from './rules.ts'
import { whatsapp } from './whatsapp.ts'

/** Every way by which campaigns go out. */
export const carriers: Record<CarrierKind, Carrier> = { email, whatsapp }
