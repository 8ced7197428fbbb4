import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export interface Toast {
  id: number
  text: string
  tone: 'done' | 'failed'
  action?: ToastAction | undefined
}

/** Action offered by the toast. The same action is also available elsewhere, because a toast disappears. */
export interface ToastAction {
  label: string
  run: () => void
}

const LASTS_MS = 5000
const LASTS_WITH_ACTION_MS = 10_000
const store = createStore<{ toasts: Toast[] }>(() => ({ toasts: [] }))
let lastId = 0

export const dismissToast = (id: number) =>
  store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Removes the toast of an action that is no longer possible. */
export const dismissToastOf = (action: ToastAction) =>
  store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.action !== action) }))

/** Called when this window is locked. */
export const clearToasts = () => store.setState({ toasts: [] })

/** Shows the outcome of an action. The last toast replaces the others. */
export function showToast(text: string, tone: Toast['tone'] = 'done', action?: ToastAction) {
  const id = ++lastId
  store.setState({ toasts: [{ id, text, tone, action }] })
  setTimeout(() => dismissToast(id), action ? LASTS_WITH_ACTION_MS : LASTS_MS)
}

export const useToasts = () => useStore(store, (state) => state.toasts)
