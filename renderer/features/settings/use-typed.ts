import { useEffect, useRef, useState } from 'react'

/**
 * The text of a field whose value is kept elsewhere. It shows what is kept until it is typed over: a change from another
 * window never replaces what is being typed here.
 */
export function useTyped(kept: string) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(null)
  }, [kept])
  return { field, shown: typed ?? kept, type: setTyped, reset: () => setTyped(null) }
}
