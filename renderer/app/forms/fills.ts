import { createStore } from 'zustand/vanilla'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { KnownSource } from '#shared/domain/parties.ts'
import { fillText as text } from '#shared/text/fields.ts'
import { showToast } from '../toasts.ts'
import type { Autosave } from './autosave.ts'
import { acceptedOnScreen, entriesOf, fieldsOnScreen } from './form-state.ts'

type ByField<F extends string, V> = { readonly [N in F]?: V | undefined }

/**
 * Values that fill several fields of a form at once. They come from a contact, the account's memory, a template or a
 * pasted text.
 */
export interface Fill<F extends string> {
  readonly id: number
  /** Fields that the fill changed, in the order given. */
  readonly names: readonly F[]
  readonly values: ByField<F, string>
  /** Earlier values, which undo restores. */
  readonly before: ByField<F, string>
  /**
   * Value that the fill depends on, such as a party's number. Absent if no value on the form can make the fill
   * obsolete.
   */
  readonly of?: string
  /** Record where each remembered value was last used. */
  readonly sources?: ByField<F, KnownSource>
}

type FillOrigin<F extends string> = Pick<Fill<F>, 'of' | 'sources'>

/**
 * Fills of a form, with one undo. Undo takes the latest fill that still has a value in the form. It does not touch
 * fields that changed since the fill. While the form is being sent, no fill is applied or undone.
 */
export function createFills<F extends string, A extends string>(form: Autosave<F, A>) {
  /** Oldest first. */
  const store = createStore<readonly (Fill<F> & { lapsed: readonly A[] })[]>(() => [])
  let lastId = 0

  const fields = () => fieldsOnScreen(form.store.getState().form)
  const accepted = () => acceptedOnScreen(form.store.getState().form)
  const isSubmitted = () => form.store.getState().submission !== null
  /** Fields of a fill that still have the filled value. */
  const held = ({ names, values }: Fill<F>): F[] => {
    const present = fields()
    return names.filter((name) => present[name] === values[name])
  }
  const latest = (): Fill<F> | null => store.getState().findLast((fill) => held(fill).length > 0) ?? null

  return {
    store,
    held,
    latest,
    /** Values on screen, including text typed since the last render. */
    fields,

    /** Fills in values as if the user had typed them. Returns `null` if nothing changes. */
    fillIn(values: ByField<NoInfer<F>, string>, origin: FillOrigin<NoInfer<F>> = {}): Fill<F> | null {
      if (isSubmitted()) return null
      const [before, acceptedBefore] = [fields(), accepted()]
      const changes = entriesOf<F>(values).filter(([name, value]) => value !== before[name])
      if (changes.length === 0) return null
      form.typeAll(changes)
      const names = changes.map(([name]) => name)
      const fill = {
        ...origin,
        id: ++lastId,
        names,
        values: Object.fromEntries(changes) as ByField<F, string>,
        before: Object.fromEntries(names.map((name) => [name, before[name]])) as ByField<F, string>,
        lapsed: acceptedBefore.filter((what) => !accepted().includes(what)),
      }
      store.setState([...store.getState(), fill], true)
      return fill
    },

    /**
     * @returns the restored fields, and whether all fields of the fill were restored; `null` if the fill was undone
     * before
     */
    undo({ id }: Pick<Fill<F>, 'id'>): { names: F[]; whole: boolean } | null {
      const all = store.getState()
      const fill = all.find((one) => one.id === id)
      if (!fill || isSubmitted()) return null
      const names = held(fill)
      const { before, values, lapsed } = fill
      form.typeAll(names.map((name) => [name, before[name] ?? '']))
      const isAsBefore = (what: A) =>
        fill.names.every((name) => names.includes(name) || !form.acceptedOf(name).includes(what))
      for (const what of lapsed) if (isAsBefore(what)) form.accept(what, true)
      // The undo of a later fill must not restore a value of the fill that is undone now.
      const others = all
        .filter((one) => one.id !== id)
        .map((one) =>
          one.id < id
            ? one
            : {
                ...one,
                before: Object.fromEntries(
                  entriesOf<F>(one.before).map(([name, value]) => [
                    name,
                    value === values[name] ? before[name] : value,
                  ]),
                ) as ByField<F, string>,
              },
        )
      store.setState(others, true)
      return { names, whole: names.length === fill.names.length }
    },
  }
}

/** Fills of a form on screen, and the key that undoes them. */
export interface FormFills<F extends string> {
  /** All fills, oldest first. */
  all: readonly Fill<F>[]
  /** Fill that the undo shortcut takes; `null` if there is none. */
  latest: Fill<F> | null
  /** Fields that still have the value of a fill. */
  held: (fill: Fill<F>) => readonly F[]
  /** Last fill that gave a field its present value. */
  holder: (name: F) => Fill<F> | null
  /** Present values, including text typed since the last render. */
  read: () => Readonly<Record<F, string>>
  fillIn: (values: { readonly [N in F]?: string | undefined }, origin?: FillOrigin<F>) => Fill<F> | null
  /** Undoes a fill, and shows a toast. */
  undo: (fill: Fill<F>) => void
  /** Undoes a fill without a toast, because its party was removed. */
  drop: (fill: Fill<F>) => void
}

/** @param labels names of the fields, for the toast */
export function useFills<F extends string, A extends string>(
  form: Autosave<F, A>,
  labels: Readonly<Record<F, string>>,
): FormFills<F> {
  const [fills] = useState(() => createFills(form))
  const all = useStore(fills.store)
  return {
    all,
    latest: fills.latest(),
    held: fills.held,
    holder: (name) => all.findLast((fill) => fills.held(fill).includes(name)) ?? null,
    read: fills.fields,
    fillIn: fills.fillIn,
    undo(fill) {
      const undone = fills.undo(fill)
      if (!undone) return
      const names = undone.names.map((name) => labels[name])
      showToast(undone.whole ? text.undone(names) : text.undoneSome)
    },
    drop: (fill) => void fills.undo(fill),
  }
}
