import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PUBLIC_KEY } from '#extension/manifest.ts'
import { CHROME_ID } from '#shared/host-protocol/protocol.ts'

test('the id that the native host lets in is the one that the key gives', () => {
  const hash = createHash('sha256').update(Buffer.from(PUBLIC_KEY, 'base64')).digest('hex')
  // Chrome writes the first half of the hash with the letters a to p.
  const id = Array.from(hash.slice(0, 32), (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
  expect(id.join('')).toBe(CHROME_ID)
})
