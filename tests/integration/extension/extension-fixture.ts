import type { CoreDeps } from '#electron/core/core.ts'
import { startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { approvedExtension, connectExtension, type ExtensionClient } from '#tests/fakes/extension-client.ts'

export interface ExtensionFixture extends CoreFixture {
  /** A browser that has proved itself, and said nothing yet. */
  connect(): Promise<ExtensionClient>
  /** One that the user has let in. The same secret is the same browser. */
  approved(secret?: string): Promise<ExtensionClient>
  /** Closes every connection of the browsers. */
  disconnect(): Promise<void>
  end(): Promise<void>
}

/** A core with browsers connected to it. */
export async function startWithBrowsers(
  url: string | (() => string),
  overrides: Partial<CoreDeps> = {},
): Promise<ExtensionFixture> {
  const core = await startCore(url, overrides)
  const clients: ExtensionClient[] = []
  const held = (client: ExtensionClient) => {
    clients.push(client)
    return client
  }
  return {
    ...core,
    connect: async () => held(await connectExtension(core.dataDir)),
    approved: async (secret) =>
      held(
        await approvedExtension(
          core.dataDir,
          { call: core.call, waiting: async () => (await core.slice('extension')).waiting },
          secret,
        ),
      ),
    async disconnect() {
      await Promise.all(clients.splice(0).map((client) => client.end()))
    },
    async end() {
      for (const client of clients) client.socket.destroy()
      await core.stop()
    },
  }
}
