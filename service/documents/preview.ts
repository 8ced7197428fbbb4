import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { guardedLookup, isPrivateAddress } from '#shared/server/private-addresses.ts'
import { HttpError } from '../http/errors.ts'
import { detectFileType } from './files.ts'

/** Content of a link. */
interface Preview {
  readonly mime: string
  readonly bytes: Buffer
}

export interface Previewer {
  fetch(url: string): Promise<Preview>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000

const createPreviewError = (why: string) =>
  new HttpError(502, `The linked document could not be fetched: ${why}.`)

/**
 * Fetches a document that was given as a link, each time somebody views the document. Private addresses, redirects
 * and documents over the upload limit are refused.
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
      // An IP address in the link skips the DNS lookup, and so the check of the lookup.
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(host)) throw createPreviewError('that address is not allowed')
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const answer = await request(url, { dispatcher: agent, signal })
        // A discarded body may still fail, and its error needs a listener.
        answer.body.on('error', () => {})
        if (answer.statusCode !== 200) {
          answer.body.destroy()
          throw createPreviewError(`it answered ${answer.statusCode}`)
        }
        const bytes = await readAtMost(answer.body, maxBytes)
        const mime = detectFileType(bytes)
        if (mime === null) throw createPreviewError('it is no document')
        return { mime, bytes }
      } catch (error) {
        if (error instanceof HttpError) throw error
        throw createPreviewError(error instanceof Error ? describeFailure(error) : 'it failed')
      }
    },
    close: () => agent.destroy(),
  }
}

function describeFailure(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return code === 'EADDRNOTALLOWED' ? 'that address is not allowed' : code
}

async function readAtMost(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw createPreviewError('it is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
