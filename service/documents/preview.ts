import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { HttpError } from '../http/errors.ts'
import { kindOfFile } from './files.ts'
import { guardedLookup, isPrivateAddress } from '#shared/server/private-addresses.ts'

/** Content of a link, fetched now. */
interface Preview {
  readonly mime: string
  readonly bytes: Buffer
}

export interface Previewer {
  fetch(url: string): Promise<Preview>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000

const failed = (why: string) => new HttpError(502, `The linked document could not be fetched: ${why}.`)

/**
 * Fetches a document given as a link, on each view and not before: never from a private address, never
 * through a redirect, and never more than the upload limit.
 */
export function createPreviewer(deps: {
  maxBytes: number
  isAllowed?: (address: string) => boolean
}): Previewer {
  const { maxBytes, isAllowed = (address) => !isPrivateAddress(address) } = deps
  const agent = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout: TIMEOUT_MS },
    connections: 4,
  })

  return {
    async fetch(url) {
      // An IP address in the link itself skips the DNS lookup.
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(host)) throw failed('that address is not allowed')
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const answer = await request(url, { dispatcher: agent, signal })
        // A discarded body may still fail: its error needs a listener.
        answer.body.on('error', () => {})
        if (answer.statusCode !== 200) {
          answer.body.destroy()
          throw failed(`it answered ${answer.statusCode}`)
        }
        const bytes = await readAtMost(answer.body, maxBytes)
        const mime = kindOfFile(bytes)
        if (mime === null) throw failed('it is no document')
        return { mime, bytes }
      } catch (error) {
        if (error instanceof HttpError) throw error
        throw failed(error instanceof Error ? reason(error) : 'it failed')
      }
    },
    close: () => agent.destroy(),
  }
}

function reason(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return code === 'EADDRNOTALLOWED' ? 'that address is not allowed' : code
}

async function readAtMost(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw failed('it is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
