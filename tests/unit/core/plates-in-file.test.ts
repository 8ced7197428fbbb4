import { expect, test } from 'vitest'
import { readPlatesFile } from '#electron/core/features/lookup/lookup.commands.ts'

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
/** Cells that look like plates and are none, which take longest; and one plate at the end. */
const LONG = `${'a12b4;'.repeat(100_000)}1234 BCD`

test('while a long file is read, other work of the thread goes on', async () => {
  const order: string[] = []
  const reading = readPlatesFile(bytesOf(LONG), new AbortController().signal).then((answer) => {
    order.push('file')
    return answer
  })
  const others = (async () => {
    for (let turn = 0; turn < 10; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('other')
    }
  })()
  const answer = await reading
  await others
  expect(answer).toMatchObject({ ok: true, value: { plates: [{ vrm: '1234BCD', repaired: false }] } })
  expect(order.at(-1)).toBe('file')
})

test('a cancelled file is read no further', async () => {
  const abort = new AbortController()
  const reading = readPlatesFile(bytesOf(LONG), abort.signal)
  setImmediate(() => abort.abort())
  expect(await reading).toMatchObject({ ok: false, error: { code: 'cancelled' } })
})

test('more plates than are shown end the reading, and that is said', async () => {
  const lines = Array.from({ length: 9000 }, (_, at) => `${1000 + at} BCD`).join('\n')
  const answer = await readPlatesFile(bytesOf(lines), new AbortController().signal)
  expect(answer).toMatchObject({ ok: true, value: { more: true } })
  expect(answer.ok && answer.value.plates).toHaveLength(200)
})
