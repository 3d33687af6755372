import { GenericContainer, Wait } from 'testcontainers'

export type Server = { url: string; stop(): Promise<void> }

const images = { postgres: 'postgres:18', redis: 'redis:8' }

/** True where Docker is running and has our images; otherwise tests use what the machine has installed. */
export async function dockerAnswers(): Promise<boolean> {
  try {
    const container = await new GenericContainer(images.redis).withExposedPorts(6379).start()
    await container.stop()
    return true
  } catch {
    return false
  }
}

export async function startPostgresContainer(connections: number): Promise<Server> {
  const container = await new GenericContainer(images.postgres)
    .withEnvironment({ POSTGRES_USER: 'prosa', POSTGRES_PASSWORD: 'test', POSTGRES_DB: 'prosa' })
    .withCommand(['postgres', '-c', `max_connections=${connections}`])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start()
  return {
    url: `postgres://prosa:test@${container.getHost()}:${container.getMappedPort(5432)}/prosa`,
    stop: async () => void (await container.stop())
  }
}

export async function startRedisContainer(): Promise<Server> {
  const container = await new GenericContainer(images.redis).withExposedPorts(6379).start()
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    stop: async () => void (await container.stop())
  }
}
