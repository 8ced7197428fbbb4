import { useState } from 'react'
import { useStore } from 'zustand'
import { fillText as text } from '#shared/text/fields.ts'
import { showToast } from '../../ui-state/toasts.ts'
import type { Autosave } from './autosave.ts'
import { createFills, type Fill, type FillOrigin } from './fills.ts'

/** What was filled in a form on screen, and the one key that takes it back. */
export interface FormFills<F extends string> {
  /** Undone, oldest first, they are as if they had never been. */
  all: readonly Fill<F>[]
  /** What the key takes back; `null` when there is nothing. */
  latest: Fill<F> | null
  /** Fields of a fill that still have what it put there. */
  held: (fill: Fill<F>) => readonly F[]
  /** Last fill that a field's value is of. */
  holder: (name: F) => Fill<F> | null
  /** Present values, with what was typed since the last render. */
  read: () => Readonly<Record<F, string>>
  put: (values: { readonly [N in F]?: string | undefined }, origin?: FillOrigin<F>) => Fill<F> | null
  /** Takes one back, and says it. */
  undo: (fill: Fill<F>) => void
  /** Takes one back because what it was for has gone. */
  drop: (fill: Fill<F>) => void
}

/** @param labels names of the fields, for what is said */
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
    put: fills.put,
    undo(fill) {
      const undone = fills.undo(fill)
      if (!undone) return
      const names = undone.names.map((name) => labels[name])
      showToast(undone.whole ? text.undone(names) : text.undoneSome)
    },
    drop: (fill) => void fills.undo(fill),
  }
}
