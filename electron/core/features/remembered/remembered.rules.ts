import { rememberedSchema, type Remembered } from '#shared/bridge/remembered.ts'
import { checkEmail } from '#shared/domain/addresses.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Key of the remembered values in the store's table `meta`. */
export const REMEMBERED = 'remembered'

const createRemembered = (): Remembered => rememberedSchema.parse({})

/** Parses the stored values. Unreadable values are left out. */
export function parseRemembered(text: string | null): Remembered {
  const read = rememberedSchema.safeParse(recordIn(text ?? ''))
  return read.success ? read.data : createRemembered()
}

/** Replaces the values that were sent. Empty values and addresses with an error replace nothing. */
export function withSentValues(before: Remembered, sent: Partial<Remembered>): Remembered {
  const written = Object.entries(sent).filter(
    ([name, value]) => value.trim() !== '' && (name !== 'userEmail' || checkEmail(value).ok),
  )
  return rememberedSchema.parse({ ...before, ...Object.fromEntries(written) })
}
