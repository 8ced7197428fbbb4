import { tmpdir } from 'node:os'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { UsageError } from '#shared/server/options.ts'
import { openFileRehearsal } from '../rehearsal/files.ts'
import { type Rehearsal, rehearseRestore, type RestoreParts } from '../rehearsal/rehearse.ts'
import type { Said } from './commands.ts'
import { dataDirectoryOf } from './data-directory.ts'
import type { Options } from './options.ts'

interface Deps {
  clock: Clock
  log: Log
  /** Entry of the writer's thread. */
  writerEntry: URL
}

/** `rehearse-restore`: backs up, restores the backup elsewhere, looks whether all is there, and removes it. */
export async function rehearseCommand(options: Options, deps: Deps): Promise<{ said: Said; ok: boolean }> {
  // What the copy says of itself, such as its new epoch, is not about the relay in use.
  const quiet = { ...deps, log: { ...deps.log, info: () => {} } }
  const rehearsal = await rehearseRestore(await open(options, quiet))
  return { said: { json: rehearsal, lines: linesOf(rehearsal) }, ok: rehearsal.ok }
}

async function open(options: Options, { clock, log, writerEntry }: Deps): Promise<RestoreParts> {
  const { database, keyFile, scratchDir, scratchDatabase, minFreeMb } = options
  if (database === null) {
    const directory = dataDirectoryOf(options.dataDir)
    const keepFreeBytes = minFreeMb * 1024 * 1024
    const scratch = scratchDir ?? directory
    return openFileRehearsal({ directory, scratch, keepFreeBytes, clock, log, writerEntry })
  }
  if (keyFile === null) throw new UsageError('a database needs --key-file: what its secrets are sealed with')
  const { openDatabaseRehearsal } = await import('../rehearsal/database.ts')
  const { readKeyFile } = await import('../store/postgres/sealed.ts')
  return openDatabaseRehearsal({
    url: database,
    scratchUrl: scratchDatabase ?? database,
    scratch: scratchDir ?? tmpdir(),
    sealingKey: readKeyFile(keyFile),
    clock,
    log,
  })
}

function linesOf({ ok, steps }: Rehearsal): string[] {
  const lines = steps.flatMap(({ step, ms, detail, problems }) => [
    `${`${step}:`.padEnd(9)} ${problems.length === 0 ? detail : 'WRONG'} (${ms} ms)`,
    ...problems.map((problem) => `          ${problem}`),
  ])
  const end = ok
    ? 'The backup can be restored. The copy was removed; the live data were not touched.'
    : 'The backup CANNOT be trusted: see above. The copy was removed; the live data were not touched.'
  return [...lines, end]
}
