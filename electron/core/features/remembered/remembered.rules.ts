import { rememberedSchema, type Remembered } from '#shared/bridge/remembered.ts'
import { checkEmail } from '#shared/domain/addresses.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Key of what is remembered in the store's `meta`. */
export const REMEMBERED = 'remembered'

const nothingRemembered = (): Remembered => rememberedSchema.parse({})

/** Parses what is stored: unreadable values are left out. */
export function rememberedIn(text: string | null): Remembered {
  const read = rememberedSchema.safeParse(recordIn(text ?? ''))
  return read.success ? read.data : nothingRemembered()
}

/** Replaces the values that were sent; empty ones replace nothing, and neither does an address with an error. */
export function withSentValues(before: Remembered, sent: Partial<Remembered>): Remembered {
  const written = Object.entries(sent).filter(
    ([name, value]) => value.trim() !== '' && (name !== 'userEmail' || checkEmail(value).ok),
  )
  return rememberedSchema.parse({ ...before, ...Object.fromEntries(written) })
}
