import type { TestProject } from 'vitest/node'
import { startPostgres } from './fakes/postgres-server.ts'
import { ensurePrograms } from './system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the run's PostgreSQL with `DATABASE` for the name. */
    postgres: { url: string; adminUrl: string }
  }
}

/** One server for the run; each test has a database of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const why = await ensurePrograms('postgres')
  if (why !== null) throw new Error(`these tests need PostgreSQL: ${why}`)
  const server = await startPostgres()
  project.provide('postgres', { url: server.url('DATABASE'), adminUrl: server.adminUrl('postgres') })
  return server.remove
}
