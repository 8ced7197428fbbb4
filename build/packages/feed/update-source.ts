import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPDATE_SOURCE_FILE } from '#electron/update-source.ts'
import type { UpdateSource } from '#electron/core/features/updates/signed-feed.ts'
import keys from './public-keys.json' with { type: 'json' }

/** Where packages get their updates, and whose signature they need (build/packages/feed/README.md). */
export const UPDATE_SOURCE: UpdateSource = {
  feed: 'https://updates.ventanilla.example/',
  keys,
}

/**
 * Writes it into what is packed: `versions/<version>` of the lightweight edition, `resources` of Electron's. Without it
 * a package gets no updates by itself.
 */
export const writeUpdateSource = (directory: string, source: UpdateSource = UPDATE_SOURCE): Promise<void> =>
  writeFile(join(directory, UPDATE_SOURCE_FILE), `${JSON.stringify(source, null, 2)}\n`)
