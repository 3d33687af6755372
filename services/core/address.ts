/**
 * Whom an address stands for when attempts are counted, as when calls are: an IPv6 network of 64 bits has one owner, who
 * may use any address of it.
 */
export { normalizeIP as networkOf } from '@fastify/rate-limit'
