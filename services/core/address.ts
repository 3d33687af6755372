/**
 * The key under which attempts from an IP address are counted, as calls are. An IPv6 /64 counts as one client, because
 * its owner can use any address in it.
 */
export { normalizeIP as networkOf } from '@fastify/rate-limit'
