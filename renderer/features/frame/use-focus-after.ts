import { useEffect, useRef, useState } from 'react'

/**
 * Moves the focus after the next painting, when what it goes to is there. The text of a field is selected.
 * @param first where it goes when the page has just come
 */
export function useFocusAfter(first: string | null = null): (selector: string) => void {
  const wanted = useRef(first)
  const [, again] = useState(0)
  useEffect(() => {
    const selector = wanted.current
    if (selector === null) return
    wanted.current = null
    const target = document.querySelector<HTMLElement>(selector)
    target?.focus()
    if (target instanceof HTMLInputElement && target.type === 'text' && selector.startsWith(FIELD))
      target.select()
  })
  return (selector) => {
    wanted.current = selector
    again((times) => times + 1)
  }
}

const FIELD = '[data-field='

/** The input of a field of the form. */
export const fieldSelector = (name: string): string => `${FIELD}"${name}"] :is(input, textarea)`
