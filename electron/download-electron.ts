import { existsSync, readFileSync, createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { EnvHttpProxyAgent, fetch } from 'undici'
import { startTexts } from '#shared/text/hosts.ts'
import type { DownloadFailure } from './choose-host.ts'
import { lockDirectory, type DirectoryLock } from './core/instance/lock.ts'

export interface DownloadDeps {
  root: string
  /**
   * Directory in which Electron's own installer caches archives. If it is undefined, the installer's default is used.
   */
  cacheRoot: string | undefined
  onStart(): void
  onProgress: DownloadOptions['onProgress']
  /** Called while another start downloads the runtime. */
  onWait(): void
  /** True once the runtime is in its package. */
  isHere(): boolean
  patience?: Partial<Pick<DownloadOptions, 'firstByteMs' | 'stallMs'>>
}

/** Timeout of the first byte. A start without network may lose at most five seconds. */
export const FIRST_BYTE_MS = 4_500
const STALL_MS = 30_000
const WAIT_MS = 250

const directoryOf = (root: string) => join(root, 'node_modules', 'electron')
/** State inside the package, so that a new installation of the package tries again. */
const stateOf = (root: string) => join(directoryOf(root), '.download')
const failureFile = (root: string) => join(stateOf(root), 'failed.json')

/** True if the last attempt failed. A killed attempt is not a failure: the next start tries again. */
export function failedBefore(root: string): boolean {
  try {
    return readFileSync(failureFile(root), 'utf8') !== ''
  } catch {
    return false
  }
}

/**
 * Downloads Electron's runtime into its package like Electron's `install.js`: with its mirror, its cache and the
 * checksums of its package. Unlike `install.js`, it gives up on silence. The file that names the program is written
 * last. So an incomplete runtime is not used after a kill, and the next start removes it.
 * @returns why it failed, or `null`
 */
export async function downloadElectron(deps: DownloadDeps): Promise<DownloadFailure | null> {
  const { root } = deps
  if (!existsSync(directoryOf(root))) return 'disk'
  let lock: DirectoryLock
  try {
    lock = await lockState(deps)
  } catch {
    return 'disk'
  }
  try {
    if (deps.isHere()) return null
    const failure = await attempt(deps)
    await remember(root, failure)
    return failure
  } finally {
    lock.release()
  }
}

/** Allows one download at a time. Another start waits, and then uses the runtime of the first download. */
async function lockState({ root, onWait }: DownloadDeps): Promise<DirectoryLock> {
  const directory = join(stateOf(root), 'lock')
  for (let waited = false; ; waited = true) {
    const lock = lockDirectory(directory)
    if (lock) return lock
    if (!waited) onWait()
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

async function remember(root: string, failure: DownloadFailure | null): Promise<void> {
  if (failure === null) return rm(failureFile(root), { force: true })
  // Ignore a full disk: the next start then only tries again.
  await writeFile(failureFile(root), JSON.stringify({ failure })).catch(() => undefined)
}

/** Used parts of Electron's installer. */
interface Get {
  downloadArtifact(details: object): Promise<string>
}
interface ExtractZip {
  extract(zip: string, options: { dir: string }): Promise<void>
}

async function attempt({ root, cacheRoot, onStart, onProgress, patience }: DownloadDeps) {
  const directory = directoryOf(root)
  const work = join(stateOf(root), 'work')
  const program = join(directory, 'path.txt')
  const dist = join(directory, 'dist')
  const clear = (...paths: string[]) =>
    Promise.all(paths.map((path) => rm(path, { recursive: true, force: true, maxRetries: 3 })))
  let met: unknown
  try {
    await clear(program)
    // Remove the files that a killed start left.
    await clear(dist, work)
    await mkdir(work)
    // Resolve them like Electron's own installer: they are its dependencies, not ours.
    const require = createRequire(join(directory, 'install.js'))
    const load = async <T>(name: string) => (await import(pathToFileURL(require.resolve(name)).href)) as T
    const { version } = require('./package.json') as { version: string }
    const { downloadArtifact } = await load<Get>('@electron/get')
    const { extract } = await load<ExtractZip>('@electron-internal/extract-zip')
    const zip = await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      // Use the architecture of this Node and not of the PC: compiled modules are built for this Node.
      arch: process.arch,
      cacheRoot,
      checksums: require('./checksums.json') as object,
      tempDirectory: work,
      downloader: {
        async download(url: string, file: string) {
          onStart()
          const limits = { firstByteMs: FIRST_BYTE_MS, stallMs: STALL_MS, ...patience }
          try {
            await downloadFile(url, file, { ...limits, onProgress })
          } catch (error) {
            met = error
            throw error
          }
        },
      },
    })
    await extract(zip, { dir: dist })
    await writeFile(program, PROGRAM[process.platform] ?? 'electron')
    return null
  } catch (error) {
    await clear(program, dist).catch(() => undefined)
    return failureOf(error, met)
  } finally {
    await clear(work).catch(() => undefined)
  }
}

/** Path of the program in the archive, as in Electron's `install.js`. */
const PROGRAM: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** @param met error of the download itself */
function failureOf(error: unknown, met: unknown): DownloadFailure {
  if (met instanceof UnreachableError) return 'unreachable'
  if (met !== undefined) return isOfDisk(met) ? 'disk' : 'cut'
  return error instanceof Error && /checksum/i.test(error.message) ? 'checksum' : 'disk'
}

/** Thrown if no byte came in time, or if no connection was possible. */
class UnreachableError extends Error {}

interface DownloadOptions {
  /** Timeout of the first byte in milliseconds. It includes name resolution, proxies and redirects. */
  firstByteMs: number
  /** Milliseconds without a byte after which a running download fails. */
  stallMs: number
  onProgress(received: number, total: number | null): void
}

/** Downloads to a file. Only silence has a limit. The whole download has none, because a line may be slow. */
async function downloadFile(
  url: string,
  file: string,
  { firstByteMs, stallMs, onProgress }: DownloadOptions,
): Promise<void> {
  const silence = new AbortController()
  let received = 0
  let timer = setTimeout(() => silence.abort(), firstByteMs)
  // Use the proxy of the system's environment: it is often the only way out of an office.
  const dispatcher = new EnvHttpProxyAgent()
  try {
    const response = await fetch(url, { dispatcher, signal: silence.signal })
    if (!response.ok || !response.body) throw new UnreachableError(`status ${response.status}`)
    const length = Number(response.headers.get('content-length') ?? 0)
    const total = length > 0 ? length : null
    await pipeline(
      Readable.fromWeb(response.body),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          clearTimeout(timer)
          timer = setTimeout(() => silence.abort(), stallMs)
          received += chunk.byteLength
          onProgress(received, total)
          yield chunk
        }
      },
      createWriteStream(file),
      { signal: silence.signal },
    )
  } catch (error) {
    if (received === 0 && !isOfDisk(error)) throw new UnreachableError('no byte came', { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    // Open connections would prevent the process from ending.
    await dispatcher.destroy()
  }
}

/** True for an error of the file system, which names the system call. Network errors are wrapped in another error. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Used subset of a stream: a terminal, a file or a pipe. */
interface Output {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

/** Number of progress lines on an output that is not a terminal. */
const STEPS = 4

/** Progress of a download: one line rewritten in a terminal, a few lines elsewhere. */
export function createProgressLine(output: Output) {
  const live = output.isTTY === true
  let shown = ''
  let step = 0
  return {
    show(received: number, total: number | null) {
      const reached = total === null ? 0 : Math.floor((received / total) * STEPS)
      if (!live && reached === step) return
      step = reached
      const line = startTexts.downloaded(megabytes(received), total === null ? null : megabytes(total))
      if (line === shown) return
      // The previous line may have been longer.
      output.write(live ? `\r${line.padEnd(shown.length)}` : `${line}\n`)
      shown = line
    },
    /** Ends the rewritten line. */
    end() {
      if (live && shown !== '') output.write('\n')
    },
  }
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0)
