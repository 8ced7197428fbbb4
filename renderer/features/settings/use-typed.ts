import { useEffect, useRef, useState } from 'react'

/**
 * Text of a field whose value is stored elsewhere. Shows the stored value until typed over: a change from another
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
