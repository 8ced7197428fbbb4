import { type RefObject, useLayoutEffect, useReducer } from 'react'

/**
 * Moves the focus to a form's first invalid field with the render that marks it: a frame later, on a slow PC, it would
 * take the focus from the field where the user already corrects something.
 * @returns to be called with the changes that mark the fields
 */
export function useFirstInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [asked, form])
  return ask
}
