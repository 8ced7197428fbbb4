import { useEffect, useRef, useState } from 'react'

/** Moves the focus after the next painting, when what it goes to is there. */
export function useFocusAfter(): (selector: string) => void {
  const wanted = useRef<string | null>(null)
  const [, again] = useState(0)
  useEffect(() => {
    const selector = wanted.current
    if (selector === null) return
    wanted.current = null
    const target = document.querySelector<HTMLElement>(selector)
    target?.focus()
    if (target instanceof HTMLInputElement && target.type === 'text') target.select()
  })
  return (selector) => {
    wanted.current = selector
    again((times) => times + 1)
  }
}

/** The input of a field of the form. */
export const fieldSelector = (name: string): string => `[data-field="${name}"] :is(input, textarea)`
