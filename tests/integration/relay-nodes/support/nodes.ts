import { join } from 'node:path'
import { Client } from 'pg'
import { makeKeyFile } from '#relay/store/postgres/secrets.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import type { PostgresServer } from '#tests/fakes/postgres-server.ts'
import { environment, type RelayProcess, spawnRelayCommand } from '../../relay/support/process.ts'
import { builtFile, OFFICE, temporaryDirectory } from '../../relay/support/relay.ts'

export interface Nodes {
  nodes: { port: number; process: RelayProcess }[]
  urls: string[]
  /** Runs one statement as the server's administrator. One that fails is passed over. */
  admin: (statement: string) => Promise<void>
  /** Kills a node and starts it again on its port. */
  restart: (index: number) => Promise<void>
}

/** Nodes as processes over a new database of a server of the test's own. */
export async function startNodes(server: PostgresServer, name: string, count: number): Promise<Nodes> {
  const keyFile = join(await temporaryDirectory(), 'key')
  makeKeyFile(keyFile)
  await server.create(name)
  const start = (port: number) =>
    spawnRelayCommand(
      [process.execPath, builtFile('relay'), `--port=${port}`, '--inbox-rate=0', `--key-file=${keyFile}`],
      { ...environment(OFFICE), RELAY_DATABASE: server.url(name) },
    )
  const nodes: Nodes['nodes'] = []
  for (let index = 0; index < count; index++) {
    const port = await freePort()
    nodes.push({ port, process: await start(port) })
  }
  return {
    nodes,
    urls: nodes.map(({ port }) => `http://127.0.0.1:${port}`),
    async admin(statement) {
      const client = new Client(server.adminUrl(name))
      client.on('error', () => {})
      await client.connect()
      await client.query(statement).catch(() => {})
      await client.end().catch(() => {})
    },
    async restart(index) {
      const node = nodes[index]
      if (node === undefined) return
      node.process.kill('SIGKILL')
      await node.process.exited
      node.process = await start(node.port)
    },
  }
}
