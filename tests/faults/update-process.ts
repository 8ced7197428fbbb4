import { killAtStep } from '#tests/fakes/killed-at-step.ts'

/**
 * One start of an installed version, as the web host makes it: settles what is left, downloads what is new if asked to,
 * and swaps. Killed before one change of the disk.
 */
const [installDir = '', version = '', undone = '', feed = '', key = '', step = '0'] = process.argv.slice(2)
const killing = killAtStep(Number(step))
const { createInstallation } = await import('#electron/core/features/updates/installation.ts')
const { createDirectoryEngine } = await import('#electron/core/features/updates/directory-engine.ts')
const { createUpdateServer } = await import('#electron/core/features/updates/update-server.ts')

const installation = createInstallation({ installDir, version })
const found = installation.finishSwap(undone === '' ? null : undone)
if (found.do === 'start') {
  if (installation.isOnTrial()) installation.confirm()
  if (feed !== '') {
    const server = createUpdateServer({ resolveProxy: async () => null })
    const source = { feed, keys: [key] }
    const engine = createDirectoryEngine({
      installation,
      package: 'archive',
      platform: 'linux-x64',
      source,
      server,
      restart: () => undefined,
    })
    const { signal } = new AbortController()
    const watch = { onProgress: () => undefined, onUnpacking: () => undefined }
    await engine.fetch(source, await engine.fetchFeed(source, 'stable', signal), watch, signal)
    installation.swap()
    await server.close()
  }
  await installation.sweep()
}
process.stdout.write(JSON.stringify({ found, steps: killing.steps() }))
