import { killAtStep } from '#tests/fakes/killed-at-step.ts'

/** Opens a store as a new version does, or puts its copy back as the version before does, and is killed at a step. */
const [path = '', key = '', mode = '', step = '0'] = process.argv.slice(2)
const killing = killAtStep(Number(step))
if (mode === 'migrate') {
  const { openDatabase } = await import('#electron/core/store/open-database.ts')
  openDatabase(path, Buffer.from(key, 'hex')).close()
} else {
  const { finishRestore, hasUpdateCopy, restoreUpdateCopy } =
    await import('#electron/core/store/update-copy.ts')
  await finishRestore(path)
  if (hasUpdateCopy(path)) await restoreUpdateCopy(path, 1_795_000_000_000)
}
process.stdout.write(JSON.stringify({ steps: killing.steps() }))
