import { useEffect, useState } from 'react'

/**
 * True if a button may read the clipboard; `null` until that is known. The windows' own policy allows it nowhere; some
 * browsers do not look at it, and ask the user instead.
 */
export function useMayRead(): boolean | null {
  const [may, setMay] = useState<boolean | null>(null)
  useEffect(() => {
    let isLatest = true
    void mayRead().then((answer) => {
      if (isLatest) setMay(answer)
    })
    return () => {
      isLatest = false
    }
  }, [])
  return may
}

async function mayRead(): Promise<boolean> {
  // Absent outside of a secure page, whatever its type says.
  const { clipboard, permissions } = navigator as Partial<Navigator>
  if (clipboard?.readText === undefined) return false
  try {
    const status = await permissions?.query({ name: 'clipboard-read' as PermissionName })
    return status?.state !== 'denied'
  } catch {
    // A browser that has no such permission shows its own prompt.
    return true
  }
}
