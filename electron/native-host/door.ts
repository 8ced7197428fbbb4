import { connect, type Socket } from 'node:net'
import { isProof, newSecret, computeProof, SECRET } from '../core/instance/proofs.ts'
import type { Contact } from './application.ts'

/** Connection to the application, after both ends have proved that they read the token. */
export interface Door {
  socket: Socket
  /** Bytes that arrived together with the application's proof. */
  rest: Buffer
}

/**
 * `absent`: nothing listens on the port. `unproved`: a program listens, and did not prove in time that it is the
 * application.
 */
export type Absence = 'absent' | 'unproved'

export interface DoorOptions {
  /** Name that the browser uses for the extension. */
  origin: string
  proofMs: number
}

const MAX_LINE = 4_096

/**
 * Connects to the application. Only a nonce is sent before the other end has proved itself: any program may listen on
 * a port that became free.
 */
export function openDoor(contact: Contact, { origin, proofMs }: DoorOptions): Promise<Door | Absence> {
  return new Promise((resolve) => {
    const socket = connect({ port: contact.port, host: '127.0.0.1', noDelay: true })
    const ours = newSecret()
    let received = Buffer.alloc(0)
    let connected = false

    function finish(result: Door | Absence): void {
      clearTimeout(timer)
      socket.removeListener('data', read)
      socket.removeListener('close', onClose)
      if (typeof result === 'string') socket.destroy()
      resolve(result)
    }
    const onClose = () => finish(connected ? 'unproved' : 'absent')
    const timer = setTimeout(() => finish('unproved'), proofMs)

    function read(chunk: Buffer): void {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\n')
      if (end < 0) {
        if (received.length > MAX_LINE) finish('unproved')
        return
      }
      const theirs = end > MAX_LINE ? null : readProvedNonce(received.subarray(0, end), contact.token, ours)
      if (theirs === null) return finish('unproved')
      const proof = computeProof(contact.token, ['host', ours, theirs, origin])
      socket.pause()
      socket.write(`${JSON.stringify({ origin, proof })}\n`)
      finish({ socket, rest: received.subarray(end + 1) })
    }

    // `close` follows an error. Later errors have no other listener.
    socket.on('error', () => socket.destroy())
    socket.on('close', onClose)
    socket.on('data', read)
    socket.on('connect', () => {
      connected = true
      socket.write(`${JSON.stringify({ nonce: ours })}\n`)
    })
  })
}

/**
 * Checks the application's line.
 * @returns its nonce, if the line proves that the application has the token
 */
function readProvedNonce(line: Buffer, token: string, ours: string): string | null {
  try {
    const { nonce, proof } = JSON.parse(line.toString('utf8')) as { nonce?: unknown; proof?: unknown }
    if (typeof nonce !== 'string' || typeof proof !== 'string') return null
    if (!SECRET.test(nonce) || !SECRET.test(proof)) return null
    return isProof(proof, token, ['application', ours, nonce]) ? nonce : null
  } catch {
    return null
  }
}
