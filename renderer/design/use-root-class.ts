import { useLayoutEffect } from 'react'

/**
 * Gives the root of the document a class while the component is there. `:root:has()` needs no code, but walks through
 * the whole page whenever a style is worked out: a quarter of a millisecond, several times for each key.
 */
export function useRootClass(name: string): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name])
}
