import type { NewPlateList } from '#shared/bridge/plate-lists.ts'
import type { Result } from '#shared/bridge/result.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import type { CoreFixture } from './core-fixture.ts'

/** What is sent of a pasted list. */
export function newListOfText(text: string): NewPlateList {
  const { plates, unread, repeated, left } = platesInText(text)
  return { plates, unread, repeated, beyond: left }
}

/** Sends a list to a started core. */
export function createList(
  { core }: CoreFixture,
  args: { id: string; name: string },
  list: NewPlateList | string,
): Promise<Result<unknown>> {
  async function* once() {
    yield Buffer.from(typeof list === 'string' ? list : JSON.stringify(list))
  }
  return core.router.receive('plate-lists.create', args, once(), new AbortController().signal)
}
