import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EnvHttpProxyAgent, fetch } from 'undici'

/** Nothing came in time, or nothing could be connected to. */
export class UnreachableError extends Error {}

export interface DownloadOptions {
  /** Milliseconds for the first byte, with names, proxies and redirects. */
  firstByteMs: number
  /** Milliseconds without a byte after which a download that began has ended. */
  stallMs: number
  onProgress(received: number, total: number | null): void
}

/**
 * Downloads to a file. Its limits are of silence and never of the whole: a slow line takes as long as it
 * takes.
 */
export async function downloadFile(
  url: string,
  file: string,
  { firstByteMs, stallMs, onProgress }: DownloadOptions,
): Promise<void> {
  const silence = new AbortController()
  let received = 0
  let timer = setTimeout(() => silence.abort(), firstByteMs)
  // As the system's environment says: an office's only way out is often its proxy.
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
    // Its connections would keep the process.
    await dispatcher.destroy()
  }
}

/** Errors of the file system name the call; those of the network come wrapped. */
export const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error
