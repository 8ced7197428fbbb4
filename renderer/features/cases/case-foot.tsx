import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { relativeAge } from '#shared/domain/age.ts'
import { casesText as text } from '#shared/text/cases.ts'
import { ListFoot } from '../../design/list.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useFootKeys } from '../../shortcuts/key-hints.tsx'

/** Visible rows. A store apart, so that scrolling renders the foot again and not the page. */
export type Sight = StoreApi<{ first: number; last: number }>
export const createSight = (): Sight => createStore(() => ({ first: 0, last: 0 }))

/** Foot of the list: position, keys, and age of the data on screen. */
export function CaseFoot({ sight, total }: { sight: Sight; total: number }) {
  const { first, last } = useStore(sight)
  const now = useNow(15_000)
  const connection = useSlice('connection')
  const footKeys = useFootKeys()
  const at = connection?.lastContactAt
  const age = at === undefined ? undefined : relativeAge(at, now)
  const state =
    connection?.state === 'down'
      ? age === undefined
        ? text.offlineNever
        : text.offline(age)
      : age && text.online(age)
  return (
    <ListFoot
      count={text.shown(Math.min(first + 1, total), Math.min(last + 1, total), total)}
      keys={footKeys([
        ['list.move', text.move],
        ['cases.pick', text.pickKey],
        ['list.open', text.openKey],
        ['cases.preview', text.preview],
        ['sheet', text.allKeys],
      ])}
      apart={state || undefined}
    />
  )
}
