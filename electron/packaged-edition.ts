import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { UpdateSource } from './core/features/updates/signed-feed.ts'

/** Name of the file beside `out/` that describes how a packaged lightweight edition was installed. */
export const EDITION_FILE = 'edition.json'

const editionSchema = z.object({
  /** Package that installed it. It decides who may change the files. */
  package: z.enum(['deb', 'archive', 'windows']),
  /** Platform of the build, as in the names of packages. */
  platform: z.enum(['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64']),
})

/** A packaged lightweight edition, and the paths of its parts. */
export interface PackagedEdition extends z.infer<typeof editionSchema> {
  /** Directory `versions/<version>` of the installation, with this version's own files. */
  versionDir: string
  /** Root of the installation: the launcher, `versions/`, and the choice of the version that starts. */
  installDir: string
  /** Command that starts the application, for menus, the start of the session and browsers. */
  launcher: string
}

/**
 * The running packaged edition. It is `null` from the sources and in Electron's package.
 * @param root `import.meta.url` of the composition root, `<versionDir>/out/main/<name>.js`
 * @throws if the edition file exists and cannot be read, because the installation is damaged
 */
export function readPackagedEdition(root: string): PackagedEdition | null {
  const versionDir = fileURLToPath(new URL('../..', root))
  const text = readIfThere(join(versionDir, EDITION_FILE))
  if (text === null) return null
  const edition = editionSchema.parse(JSON.parse(text))
  const installDir = dirname(dirname(versionDir.replace(/[\\/]$/, '')))
  const launcher = join(installDir, edition.platform.startsWith('win32') ? 'Ventanilla.exe' : 'ventanilla')
  return { ...edition, versionDir, installDir, launcher }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Name of the file that packaging writes beside the packed files (build/packages/feed). */
export const UPDATE_SOURCE_FILE = 'updates.json'

const sourceSchema = z.object({
  feed: z.string(),
  keys: z.array(z.base64().length(44)),
})

const NONE: UpdateSource = { feed: '', keys: [] }

/** Source of the updates of this build, and the keys that sign them. Without the file there are no updates. */
export function readUpdateSource(directory: string): UpdateSource {
  try {
    return sourceSchema.parse(JSON.parse(readFileSync(join(directory, UPDATE_SOURCE_FILE), 'utf8')))
  } catch {
    return NONE
  }
}
