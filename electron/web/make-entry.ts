import type { Destination } from '../core/instance/destination.ts'
import type { Log } from '../core/runtime/log/log.ts'
import { isDiskFull } from '../core/store/store-error.ts'
import { removeEntryFile, writeEntryFile } from './entry-file.ts'
import type { OwnEntry } from './open-entry.ts'
import type { Sessions } from './sessions.ts'

export interface EntryMakerDeps {
  dataDir: string
  sessions: Pick<Sessions, 'createEntry'>
  /** Address that enters with a token. */
  enterUrl: (token: string) => string
  log: Log
}

/** Makes the one-time entries of this instance, each with its file, which goes once it is used or too old. */
export type MakeEntry = (destination: Destination) => Promise<Required<OwnEntry>>

export function createEntryMaker({ dataDir, sessions, enterUrl, log }: EntryMakerDeps): MakeEntry {
  /**
   * Its token is spent: a file that stays (a scanner holds it) opens nothing, and the next start removes it.
   */
  function remove(file: string): void {
    removeEntryFile(file).catch((error: unknown) =>
      log.error('web host: an entry file could not be removed', error),
    )
  }

  return async (destination) => {
    let file = ''
    const gone = Promise.withResolvers<void>()
    const { token } = sessions.createEntry(destination, gone.resolve)
    const url = enterUrl(token)
    try {
      const written = await writeEntryFile(dataDir, url)
      // The entry may be gone before its file is there.
      void gone.promise.then(() => remove(written))
      file = written
    } catch (error) {
      // With a full disk the only entry is the address itself, for the reader of this terminal. A window says why.
      if (!isDiskFull(error)) throw error
      log.error('web host: no room for an entry file', error)
    }
    return { file, url, gone: gone.promise }
  }
}
