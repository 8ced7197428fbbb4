import type { KnownValue } from '#shared/domain/known-parties.ts'
import type { KnownParty } from './use-known-party.ts'

/** Form field that has the focus, or a control under it. */
const fieldWithFocus = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null

/**
 * Takes the known value of the field with the focus, or else of the first that differs.
 * @returns `null` when none differs
 */
export function takeKnown<F extends string>(parties: readonly KnownParty<F>[]): (() => void) | null {
  const differing = parties.flatMap((party) =>
    (Object.entries(party.differs) as [F, KnownValue][]).map(([name, value]) => ({ party, name, value })),
  )
  if (differing.length === 0) return null
  return () => {
    const focused = fieldWithFocus()
    const one = differing.find(({ name }) => name === focused) ?? differing[0]
    one?.party.take(one.name, one.value)
  }
}
